import { SerialPort } from 'serialport'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPrintQueue, type PrintQueue } from '../../../../src-main/printing/print-queue.ts'
import { printToPrinter } from '../../../../src-main/printing/print-to-printer.ts'
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

test('when the cable is pulled during a receipt, a person is asked', async () => {
  device.paperLeft = 8
  await add('one')
  await eventually(() => expect(waiting).toMatchObject([{ state: 'printing', trouble: 'paper_out' }]))
  await cable.unplug()
  await eventually(() => expect(waiting).toMatchObject([{ state: 'perhaps' }]))
})
