import {
  baudRates,
  type LetterTable,
  type PrinterLanguage,
  printerColumns,
} from '../../src-shared/pos/printing/printer-choices.ts'
import type { Printer } from '../../src-shared/pos/printing/printers.ts'

/** The form of a printer, with its values as typed. */
export interface PrinterEntry {
  readonly name: string
  readonly way: Printer['address']['kind']
  readonly host: string
  readonly port: string
  readonly path: string
  readonly baud: string
  /** The device's id in the list, such as 04b8:0e28:X5QQ012345. */
  readonly usb: string
  /** Queue of a system printer. */
  readonly queue: string
  readonly language: PrinterLanguage
  readonly columns: string
  readonly letters: LetterTable
  readonly cuts: boolean
  readonly drawer: boolean
  readonly each_sale: boolean
}

export const emptyPrinter: PrinterEntry = {
  name: '',
  way: 'tcp',
  host: '',
  port: '9100',
  path: '',
  baud: '9600',
  usb: '',
  queue: '',
  language: 'esc-pos',
  columns: '48',
  letters: 'epson',
  cuts: true,
  drawer: false,
  each_sale: false,
}

export function entryOf({ address, columns, ...printer }: Printer): PrinterEntry {
  const { name, language, letters, cuts, drawer, each_sale } = printer
  const typed = {
    ...emptyPrinter,
    name,
    language,
    letters,
    cuts,
    drawer,
    each_sale,
    columns: String(columns),
  }
  switch (address.kind) {
    case 'tcp':
      return { ...typed, way: 'tcp', host: address.host, port: String(address.port) }
    case 'serial':
      return { ...typed, way: 'serial', path: address.path, baud: String(address.baud) }
    case 'usb':
      return { ...typed, way: 'usb', usb: usbName(address) }
    case 'system':
      return { ...typed, way: 'system', queue: address.queue }
  }
}

/** @returns null if a value is missing or invalid */
export function printerOf(entry: PrinterEntry): Omit<Printer, 'id' | 'reports'> | null {
  const { language, letters, cuts, each_sale } = entry
  const drawer = entry.drawer && entry.way !== 'system'
  const name = entry.name.trim()
  const columns = printerColumns.find((one) => String(one) === entry.columns)
  const address = addressOf(entry)
  if (name === '' || columns === undefined || address === null) return null
  return { name, address, language, columns, letters, cuts, drawer, each_sale }
}

export function usbName(address: Extract<Printer['address'], { kind: 'usb' }>): string {
  const hex = (id: number) => id.toString(16).padStart(4, '0')
  return [hex(address.vendor_id), hex(address.product_id), address.serial].filter(Boolean).join(':')
}

function usbAddress(name: string): Printer['address'] | null {
  const [, vendor, product, serial] = /^([0-9a-f]{4}):([0-9a-f]{4})(?::(.+?))?(?: #\d+)?$/.exec(name) ?? []
  if (vendor === undefined || product === undefined) return null
  const ids = { vendor_id: Number.parseInt(vendor, 16), product_id: Number.parseInt(product, 16) }
  return { kind: 'usb', ...ids, serial: serial ?? null }
}

function addressOf(entry: PrinterEntry): Printer['address'] | null {
  const { way, host, port, path, baud, usb, queue } = entry
  if (way === 'system') return queue === '' ? null : { kind: 'system', queue }
  if (way === 'usb') return usbAddress(usb)
  if (way === 'serial') {
    const rate = baudRates.find((one) => String(one) === baud)
    return path.trim() === '' || rate === undefined ? null : { kind: 'serial', path: path.trim(), baud: rate }
  }
  const { name, inIt } = hostOf(host)
  const typed = inIt ?? port
  const number = /^[1-9]\d{0,4}$/.test(typed) ? Number(typed) : 0
  const isHost = /^[A-Za-z0-9.:_-]{1,253}$/.test(name)
  return isHost && number > 0 && number < 65_536 ? { kind: 'tcp', host: name, port: number } : null
}

/** Splits host and port, since printers print both, such as 192.168.1.50:9100. IPv6 addresses have several colons. */
function hostOf(typed: string): { readonly name: string; readonly inIt: string | null } {
  const [, name, port] = /^([^:]+):(\d+)$/.exec(typed.trim()) ?? []
  return name === undefined || port === undefined ? { name: typed.trim(), inIt: null } : { name, inIt: port }
}
