import type { Device } from '../../src-shared/pos/terminals/installer.ts'
import type { Log } from '../log.ts'
import { printerPortOf } from '../printing/usb-printer.ts'
import type { SerialBridge } from './serial-bridge.ts'

/** Detects serial ports and USB devices that are plugged in or pulled out, as the operating system reports them. */
export interface DeviceWatch {
  /** Looks now, and keeps looking until it is called with false. */
  attend(present: boolean): void
  /** Looks once, if it is attended. */
  look(): void
  stop(): void
}

/** Pause between looks, in ms: serial ports do not announce themselves. */
const lookMs = 2_000

export function watchDevices(options: {
  /** Bridged ports, which the system may not list: it does not count a pseudo-terminal as a device. */
  readonly carried: () => readonly string[]
  /** The state of a bridged port. */
  readonly on: (path: string) => Pick<SerialBridge, 'hsn' | 'trouble'> | undefined
  readonly onChange: (devices: readonly Device[]) => void
  readonly log: Log
}): DeviceWatch {
  let timer: NodeJS.Timeout | undefined
  let published = ''
  let attended = false
  /** Ends the latest subscription; resolves late, because the library is loaded first. */
  let usb: Promise<() => void> | null = null

  async function look(): Promise<void> {
    const [serial, usb] = await Promise.all([serialPorts(options.log), usbDevices()])
    const listed = new Set(serial.map(({ path }) => path))
    const others = options.carried().filter((path) => !listed.has(path))
    const ports = [...serial, ...others.map((path) => ({ path, name: '' }))]
    const devices: readonly Device[] = [
      ...ports.map(({ path, name }): Device => {
        const bridge = options.on(path)
        const carried = bridge !== undefined
        const trouble = bridge?.trouble() ?? null
        const hsn = bridge?.hsn() ?? null
        return { kind: 'serial', path, name, hsn, carried, ...(trouble === null ? {} : { trouble }) }
      }),
      ...numbered(usb),
    ]
    const text = JSON.stringify(devices)
    if (text === published) return
    published = text
    options.onChange(devices)
  }
  const stopListening = () => {
    void usb?.then((stop) => stop())
    usb = null
  }
  const again = () =>
    void look().catch((error: unknown) => options.log.warn({ err: error }, 'devices.list_failed'))

  return {
    look() {
      if (attended) again()
    },
    attend(present) {
      attended = present
      published = ''
      clearInterval(timer)
      stopListening()
      if (!present) return
      timer = setInterval(again, lookMs)
      timer.unref()
      usb = onUsbChange(again)
      again()
    },
    stop() {
      clearInterval(timer)
      stopListening()
    },
  }
}

async function serialPorts(log: Log): Promise<readonly { readonly path: string; readonly name: string }[]> {
  try {
    const { SerialPort } = await import('serialport')
    const ports = await SerialPort.list()
    // The computer's own unused ports have no manufacturer; plugged-in devices have one, or a number.
    return ports
      .filter(({ manufacturer, vendorId, pnpId }) => [manufacturer, vendorId, pnpId].some(Boolean))
      .map(({ path, manufacturer, pnpId }) => ({ path, name: manufacturer ?? pnpId ?? '' }))
  } catch (error) {
    log.warn({ err: error }, 'devices.serial_ports_failed')
    return []
  }
}

/** Two equal devices without serial numbers have the same path: the second gets a number. */
export function numbered(devices: readonly Device[]): readonly Device[] {
  const seen = new Map<string, number>()
  return devices.map((device) => {
    const count = (seen.get(device.path) ?? 0) + 1
    seen.set(device.path, count)
    return count === 1 ? device : { ...device, path: `${device.path} #${count}` }
  })
}

const hubClass = 9

/** Without USB (a container, a virtual machine) the library throws: then the list is empty. */
async function usbDevices(): Promise<readonly Device[]> {
  try {
    const { usb } = await import('usb')
    const found = await usb.getDevices()
    return found
      .filter(({ deviceClass }) => deviceClass !== hubClass)
      .map(
        ({ vendorId, productId, productName, serialNumber, configurations }): Device => ({
          kind: 'usb',
          path: [hex(vendorId), hex(productId), serialNumber].filter(Boolean).join(':'),
          name: productName ?? '',
          hsn: null,
          carried: false,
          printer: printerPortOf({ configurations: configurations ?? [] }) !== null,
        }),
      )
  } catch {
    return []
  }
}

const hex = (id: number): string => id.toString(16).padStart(4, '0')

async function onUsbChange(changed: () => void): Promise<() => void> {
  // A new listener each time: the library keeps equal listeners only once, and a late stop must not end the next one.
  const listener = () => changed()
  try {
    const { usb } = await import('usb')
    usb.addEventListener('connect', listener)
    usb.addEventListener('disconnect', listener)
    return () => {
      usb.removeEventListener('connect', listener)
      usb.removeEventListener('disconnect', listener)
    }
  } catch {
    return () => undefined
  }
}
