import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SerialPort } from 'serialport'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPeripherals, type Peripherals } from '../../../../src-main/devices/peripherals.ts'
import { poleText } from '../../../../src-main/devices/pole-text.ts'
import { withBytes } from '../../../../src-main/devices/scan-lines.ts'
import type {
  DisplaySnapshot,
  DisplayView,
} from '../../../../src-shared/pos/customer-display/display-snapshot.ts'
import { snapshots } from '../../../pictures/snapshots.ts'
import { eventually } from '../../../support/eventually.ts'
import { plugCable, type SerialCable } from '../../../support/serial-cable.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

let cable: SerialCable
let path: string
let peripherals: Peripherals
let scans: string[]
let device: SerialPort | null = null
let received = ''

async function open(): Promise<void> {
  peripherals = await openPeripherals({ path, onScan: (code) => scans.push(code), log: quietLog })
}
/** Opens the device's end of the cable. */
async function plugDevice(): Promise<SerialPort> {
  const port = new SerialPort({ path: cable.terminalEnd, baudRate: 9_600, autoOpen: false })
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())))
  port.on('data', (bytes: Buffer) => {
    received += bytes.toString('latin1')
  })
  port.on('error', () => undefined)
  device = port
  return port
}
const isOpen = (kind: 'scanner' | 'pole_display') => {
  const list = peripherals.list()
  return list.ok && list.value[kind].open
}
const setUp = (kind: 'scanner' | 'pole_display') =>
  peripherals.setUp({ kind, port: { path: cable.counterEnd, baud: 9_600 } })

beforeEach(async () => {
  cable = await plugCable()
  path = join(await temporaryFolder('peripherals'), 'peripherals.json')
  scans = []
  received = ''
  await open()
})
afterEach(async () => {
  await peripherals.stop()
  if (device?.isOpen) await new Promise<void>((closed) => device?.close(() => closed()))
  await cable.remove()
})

describe('a scanner on a serial port', () => {
  test('a scanner’s codes may end with CR, LF, both or nothing', async () => {
    const scanner = await plugDevice()
    await setUp('scanner')
    await eventually(() => expect(isOpen('scanner')).toBe(true))
    scanner.write('4006381333931\r\n5901234123457\n')
    await eventually(() => expect(scans).toEqual(['4006381333931', '5901234123457']))
    scanner.write('KT1042')
    await eventually(() => expect(scans.at(-1)).toBe('KT1042'))
  })

  test('a scanner is found again after it was unplugged, and after a restart', async () => {
    await setUp('scanner')
    await eventually(() => expect(isOpen('scanner')).toBe(true))
    await cable.unplug()
    await eventually(() => expect(isOpen('scanner')).toBe(false))
    await cable.plug()
    await eventually(() => expect(isOpen('scanner')).toBe(true))
    ;(await plugDevice()).write('12345678\r')
    await eventually(() => expect(scans).toEqual(['12345678']))
    await peripherals.stop()
    await open()
    await eventually(() => expect(isOpen('scanner')).toBe(true))
    await peripherals.setUp({ kind: 'scanner', port: null })
    expect(isOpen('scanner')).toBe(false)
  })

  test('a device that makes noise without end hardly disturbs the screen, and is a scanner again once it is quiet', async () => {
    const device = await plugDevice()
    await setUp('scanner')
    await eventually(() => expect(isOpen('scanner')).toBe(true))
    for (let round = 0; round < 20; round += 1) device.write('y\n'.repeat(1_000))
    await new Promise<void>((sent) => device.drain(() => sent()))
    await delay(1_500)
    expect(scans.length).toBeLessThan(200)
    device.write('4006381333931\r\n')
    await eventually(() => expect(scans.at(-1)).toBe('4006381333931'))
  })

  test('a scanner that sends all codes that it has stored is listened to until the last', async () => {
    const device = await plugDevice()
    await setUp('scanner')
    await eventually(() => expect(isOpen('scanner')).toBe(true))
    const codes = Array.from({ length: 100 }, (_, index) => String(40_000_000 + index))
    device.write(`${codes.join('\r\n')}\r\n`)
    await eventually(() => expect(scans).toEqual(codes))
  })

  test('a code that arrives in pieces is one code, and noise without an end is discarded', () => {
    const first = withBytes('', Buffer.from('40063'))
    expect(withBytes(first.rest, Buffer.from('81333931\r\n'))).toEqual({ codes: ['4006381333931'], rest: '' })
    expect(withBytes('x'.repeat(200), Buffer.from('x'))).toEqual({ codes: [], rest: '' })
    expect(withBytes('', Buffer.from([0x02, 0x34, 0x32, 0x03, 0x0d]))).toEqual({ codes: ['42'], rest: '' })
  })
})

describe('a pole display', () => {
  const lastText = () => received.slice(received.lastIndexOf('\u000c') + 1)

  test('a pole display shows what the customer may read, also when it is plugged in later', async () => {
    await plugDevice()
    peripherals.show(snapshots.ready)
    await setUp('pole_display')
    await eventually(() => expect(received).toContain(snapshots.ready.merchant_name.slice(0, 20)))
    peripherals.show(snapshots['bill-paid'])
    await eventually(() => expect(received).toContain('Paid'))
    expect(lastText()).toHaveLength(40)
  })

  test('a pole display that took nothing for a while then shows the newest text, not all before it', async () => {
    const pole = await plugDevice()
    await setUp('pole_display')
    await eventually(() => expect(isOpen('pole_display')).toBe(true))
    pole.pause()
    cable.hang(true)
    for (let round = 0; round < 2_000; round += 1) {
      peripherals.show(snapshots.ready)
      peripherals.show(snapshots['bill-paid'])
    }
    cable.hang(false)
    pole.resume()
    await eventually(() => expect(lastText()).toMatch(/^Paid.{36}$/s))
    // What the computer's buffer had taken is shown, too.
    expect(received.split('\u000c').length).toBeLessThan(1_000)
  })

  // On a USB device that takes nothing this wait has no end. Node.js has four threads for all files and such waits: a
  // few texts for the customer would stop the counter's journal.
  test('a pole display that takes nothing never occupies more than one thread', async () => {
    await setUp('pole_display')
    await eventually(() => expect(isOpen('pole_display')).toBe(true))
    const drain = vi.spyOn(SerialPort.prototype, 'drain').mockImplementation(() => undefined)
    for (let round = 0; round < 10; round += 1) {
      peripherals.show(snapshots.ready)
      await delay(10)
      peripherals.show(snapshots['bill-paid'])
      await delay(10)
    }
    expect(drain).toHaveBeenCalledTimes(1)
    drain.mockRestore()
  })

  const display = (view: DisplayView, rest: Partial<DisplaySnapshot> = {}): DisplaySnapshot => ({
    shop: 'Café Ñandú',
    language: 'en',
    color_scheme: 'auto',
    currency: 'USD',
    training: false,
    pictures: 0,
    view,
    ...rest,
  })
  const order = {
    lines: [{ id: '1', name: 'Crème brûlée with raspberries', quantity: 1, amount: 650 }],
    discount: 0,
    added_tax: 0,
    total: 123_456,
    returned: 0,
    due: 123_456,
  }

  test.each([
    [display({ kind: 'idle' }), 'Cafe Nandu', ''],
    [display({ kind: 'order', order }), 'Creme brulee w $6.50', 'Total      $1,234.56'],
    [
      display({ kind: 'order', order: { ...order, total: 650, returned: 1_000, due: -350 } }),
      'Creme brulee w $6.50',
      'You get back   $3.50',
    ],
    // Nothing has been given back yet while the order is rung up.
    [
      display(
        { kind: 'order', order: { ...order, total: 650, returned: 1_000, due: -350 } },
        { language: 'fr' },
      ),
      'Creme brul 6,50 $ US',
      'A rendre   3,50 $ US',
    ],
    [display({ kind: 'given_back', amount: 350 }), 'Given back     $3.50', ''],
    [
      display({ kind: 'paid', total: 1_250, tip: 0, change: 750, number: null, receipt_url: null }),
      'Paid          $12.50',
      'Change         $7.50',
    ],
    [
      display({ kind: 'paid', total: 1_250, tip: 0, change: 0, number: null, receipt_url: null }),
      'Paid          $12.50',
      'Thank you',
    ],
    [
      display({ kind: 'paid', total: 0, tip: 0, change: 0, number: 'KT1042', receipt_url: null }),
      'Thank you',
      '',
    ],
    [
      display({ kind: 'paying', order: null, amount: 99, tip: 0, surcharge: 0, step: 'card' }),
      'To pay         $0.99',
      '',
    ],
  ])('the text fits the two rows of 20 letters of every pole display: %#', (snapshot, first, second) => {
    expect(poleText(snapshot)).toEqual([first.padEnd(20), second.padEnd(20)])
  })
})
