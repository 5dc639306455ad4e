import type { ServicePlace } from '../../src-shared/pos/installer-tools/service-commands.ts'
import type { Printer } from '../../src-shared/pos/printing/printers.ts'
import type { InstallerStatus, Pairing, TerminalListItem } from '../../src-shared/pos/terminals/installer.ts'
import type { TerminalChoice } from '../../src-shared/pos/terminals/terminal-choice.ts'

/** Main's answers for the installer's pages in the pictures. */

const everything: TerminalListItem['capabilities'] = {
  screen_dimension_x: 480,
  screen_dimension_y: 800,
  pin_pad: true,
  msr: true,
  emv: true,
  nfc: true,
  signature: true,
  printer: true,
}

const ours: TerminalListItem = {
  hsn: 'VT-10001',
  name: 'Front counter',
  connected: true,
  device_type: 'Virtual terminal',
  environment: 'training',
  capabilities: everything,
  virtual: true,
  waits_for_code: false,
  version: 'Countertop Virtual Terminal 1.0.0',
  linked_at: '2026-11-21T08:02:11.000Z',
  clock: { offset_ms: 1200, set_at: '2026-11-21T03:00:04.000Z' },
  held_by: { name: 'Front counter', since: '2026-11-21T08:02:14.000Z' },
}
const upstairs: TerminalListItem = {
  ...ours,
  hsn: 'A920-1180004417',
  name: 'Second floor, rare books and manuscripts, counter 14',
  connected: false,
  device_type: 'A920',
  environment: 'production',
  virtual: false,
  linked_at: '2026-11-19T17:41:00.000Z',
  version: '9.10.0',
  held_by: 'nobody',
}
export const terminals: readonly TerminalListItem[] = [
  ours,
  {
    ...ours,
    hsn: 'VT-2001',
    name: '',
    held_by: 'nobody',
    capabilities: { ...everything, signature: false, printer: false },
  },
  upstairs,
]

/** A shop with several terminals, some of which need attention. */
export const fleet: readonly TerminalListItem[] = [
  ...terminals,
  {
    ...upstairs,
    ...{ hsn: 'A920-1180004418', name: 'Terrace', connected: true, version: '9.4.1' },
    clock: { offset_ms: -420_000, set_at: '2026-11-18T03:00:00.000Z' },
    held_by: { name: 'Terrace', since: '2026-11-21T13:20:00.000Z' },
  },
  {
    ...upstairs,
    ...{ hsn: 'A920-1180004419', name: 'Bar', connected: true, version: '9.10.0', clock: null },
  },
  {
    ...upstairs,
    ...{ hsn: 'A920-1180004420', name: 'Terminal A920-1180004420', waits_for_code: true },
    ...{ linked_at: null, version: null, clock: null },
  },
]

export const terminalChoices: readonly TerminalChoice[] = [
  { hsn: 'VT-10001', name: 'Front counter', usual: false, state: 'free' },
  { hsn: 'VT-2001', name: '', usual: true, state: 'free' },
  { hsn: 'VT-2002', name: 'Terrace', usual: false, state: 'busy' },
  {
    ...{ hsn: 'A920-1180004417', name: 'Second floor, rare books and manuscripts, counter 14' },
    ...{ usual: false, state: 'unreachable' },
  },
]

export const pings: InstallerStatus['pings'] = Array.from({ length: 50 }, (_, index) => ({
  hsn: 'VT-10001',
  at: new Date(Date.parse('2026-11-21T14:00:00.000Z') + index * 5000).toISOString(),
  latency_ms: index === 20 || index === 21 ? null : 18 + ((index * 37) % 41) + (index === 33 ? 120 : 0),
}))

export const pairing: Pairing = {
  hsn: 'A920-1180004417',
  claim_code: null,
  code: '48290157',
  expires_at: '2026-11-21T14:19:44.000Z',
  state: 'waiting',
  detail: '',
}
export const placeOfService: ServicePlace = {
  by: 'training',
  url: null,
  account_id: null,
  real_money: false,
  keeps_key: true,
  key_needed: false,
  after_restart: null,
}

const counterPrinter: Printer = {
  id: 'prn_1',
  name: 'Front counter',
  address: { kind: 'tcp', host: '192.168.1.50', port: 9_100 },
  language: 'esc-pos',
  columns: 48,
  letters: 'epson',
  cuts: true,
  drawer: true,
  each_sale: true,
  reports: 'end',
}
export const printers: readonly Printer[] = [
  counterPrinter,
  {
    ...counterPrinter,
    id: 'prn_2',
    name: 'Second copy for the rare books and manuscripts of the second floor',
    address: { kind: 'serial', path: '/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI', baud: 38_400 },
    drawer: false,
    each_sale: false,
    reports: 'nothing',
  },
]

export const live = { by: 'settings', url: 'https://pay.example.com', account_id: 'acct_01J9ZQ8K2M' } as const
export const shop = {
  kind: 'fits',
  account_id: 'acct_1',
  merchant_id: 'mer_1',
  currency: 'CAD',
  version: '1.4.0',
} as const
