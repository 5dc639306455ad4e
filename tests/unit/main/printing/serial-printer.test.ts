import { setTimeout as delay } from 'node:timers/promises'
import { SerialPort } from 'serialport'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { printOnLine } from '../../../../src-main/printing/print-on-line.ts'
import { openPrintQueue, type PrintQueue } from '../../../../src-main/printing/print-queue.ts'
import { printToPrinter } from '../../../../src-main/printing/print-to-printer.ts'
import type { PrinterLine } from '../../../../src-main/printing/printer-line.ts'
import { openSerialLine } from '../../../../src-main/printing/serial-line.ts'
import type { Printer, WaitingPrint } from '../../../../src-shared/pos/printing/printers.ts'
import { printedRows } from '../../../support/escpos-decoder.ts'
import { eventually } from '../../../support/eventually.ts'
import { createFakePrinter, type FakePrinter } from '../../../support/fake-printer.ts'
import { plugCable, type SerialCable } from '../../../support/serial-cable.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

let cable: SerialCable
let device: FakePrinter
let port: SerialPort | null = null
let queue: PrintQueue
let waiting: readonly WaitingPrint[] = []

/** Opens the printer's end of the cable. */
async function listen(): Promise<void> {
  const opened = new SerialPort({ path: cable.terminalEnd, baudRate: 9_600, autoOpen: false })
  await new Promise<void>((resolve, reject) => opened.open((error) => (error ? reject(error) : resolve())))
  opened.on('data', (bytes: Buffer) => device.receive(bytes, (answer) => opened.write(Buffer.from(answer))))
  opened.on('error', () => undefined)
  port = opened
}

beforeEach(async () => {
  cable = await plugCable()
  device = createFakePrinter()
  await listen()
  const printer: Printer = {
    id: 'counter',
    name: 'Counter printer',
    address: { kind: 'serial', path: cable.counterEnd, baud: 9_600 },
    language: 'esc-pos',
    columns: 32,
    letters: 'epson',
    cuts: false,
    drawer: false,
    each_sale: false,
    reports: 'end',
  }
  queue = await openPrintQueue({
    path: `${await temporaryFolder('serial-printer')}/prints.jsonl`,
    printers: () => [printer],
    print: printToPrinter,
    onWaiting: (now) => {
      waiting = now
    },
    pauseMs: 50,
    log: quietLog,
  })
})
afterEach(async () => {
  await queue.stop()
  if (port?.isOpen) await new Promise<void>((closed) => port?.close(() => closed()))
  await cable.remove()
})

const add = (name: string) =>
  queue.add({
    id: name,
    printer_id: 'counter',
    name,
    language: 'en',
    copies: [[{ kind: 'text', text: `Reçu ${name}`, align: 'left', weight: 'normal' }]],
  })

test('a receipt is printed over a serial line, and its end marker is read', async () => {
  await add('one')
  await eventually(() => expect(waiting).toEqual([]))
  expect(printedRows(device.paper())).toEqual(['Reçu one'])
})

test('an unplugged cable holds the receipt back, which is printed once when the cable is back', async () => {
  await cable.unplug()
  await add('one')
  await eventually(() => expect(waiting).toMatchObject([{ state: 'waiting', trouble: 'unreachable' }]))
  await cable.plug()
  await listen()
  await eventually(() => expect(waiting).toEqual([]))
  expect(printedRows(device.paper())).toEqual(['Reçu one'])
})

/** The device hangs: it takes no more bytes, and the computer's buffer is full. */
async function hang(line: PrinterLine): Promise<void> {
  cable.hang(true)
  line.write(Buffer.alloc(300_000)).catch(() => undefined)
  await delay(100)
}

test('a printer that takes no bytes at all is reported as unreachable', async () => {
  const line = await openSerialLine({ kind: 'serial', path: cable.counterEnd, baud: 9_600 })
  await hang(line)
  const outcome = printOnLine(line, {
    bytes: Buffer.from('Reçu'),
    printer: { language: 'esc-pos', reports: 'end' },
    onBegin: async () => true,
    onTrouble: () => undefined,
    signal: new AbortController().signal,
  })
  const late = delay(10_000, 'still waiting', { ref: false })
  expect(await Promise.race([outcome, late])).toEqual({ kind: 'not_begun', trouble: 'unreachable' })
})

// Node.js has four threads for all files and such waits: pressing for the drawer again would stop the journal.
test('pulses for the drawer of a printer that takes nothing occupy one thread at most', async () => {
  const line = await openSerialLine({ kind: 'serial', path: cable.counterEnd, baud: 9_600 })
  line.onBytes(() => undefined)
  const drain = vi.spyOn(SerialPort.prototype, 'drain').mockImplementation(() => undefined)
  const pulses = Promise.allSettled(
    Array.from({ length: 5 }, () => line.write(Buffer.from([0x10, 0x14, 1, 0, 1]))),
  )
  await delay(200)
  expect(drain).toHaveBeenCalledTimes(1)
  drain.mockRestore()
  await cable.unplug()
  expect((await pulses).map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
})

test('when the cable is pulled during a receipt, a person is asked', async () => {
  device.paperLeft = 8
  await add('one')
  await eventually(() => expect(waiting).toMatchObject([{ state: 'printing', trouble: 'paper_out' }]))
  await cable.unplug()
  await eventually(() => expect(waiting).toMatchObject([{ state: 'perhaps' }]))
})
