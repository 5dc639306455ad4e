import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { encodeReceipt } from '../../../../src-main/printing/encode-receipt.ts'
import type { QueuedJob } from '../../../../src-main/printing/print-jobs.ts'
import {
  openPrintQueue,
  type PrintJobOn,
  type PrintQueue,
} from '../../../../src-main/printing/print-queue.ts'
import { printToPrinter } from '../../../../src-main/printing/print-to-printer.ts'
import type { Printer, WaitingPrint } from '../../../../src-shared/pos/printing/printers.ts'
import { printedRows } from '../../../support/escpos-decoder.ts'
import { eventually } from '../../../support/eventually.ts'
import { startTcpPrinter, type TcpPrinter } from '../../../support/tcp-printer.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

let path: string
let device: TcpPrinter
let queue: PrintQueue | null
let waiting: readonly WaitingPrint[]
let printers: readonly Printer[]

const printer = (changes: Partial<Printer> = {}): Printer => ({
  id: 'counter',
  name: 'Counter printer',
  address: { kind: 'tcp', host: '127.0.0.1', port: device.port },
  language: 'esc-pos',
  columns: 48,
  letters: 'epson',
  cuts: true,
  drawer: false,
  each_sale: false,
  reports: 'end',
  ...changes,
})
const job = (name: string): QueuedJob => ({
  id: name,
  printer_id: 'counter',
  name,
  language: 'en',
  copies: [[{ kind: 'text', text: `Receipt ${name}`, align: 'left', weight: 'normal' }]],
})
const times = { answer: 300, look: 20, finish: 600, send: 5_000 }

const printNow: PrintJobOn = (one, queued, on) => printToPrinter(one, queued, on, times)

async function open(print: PrintJobOn = printNow): Promise<PrintQueue> {
  queue = await openPrintQueue({
    path,
    printers: () => printers,
    print,
    onWaiting: (now) => {
      waiting = now
    },
    pauseMs: 20,
    log: quietLog,
  })
  return queue
}
const onPaper = () => printedRows(device.paper())
const shown = () => waiting.map(({ name, state, trouble }) => ({ name, state, trouble }))
const nothingWaits = () => eventually(() => expect(waiting).toEqual([]))

beforeEach(async () => {
  path = join(await temporaryFolder('print-queue'), 'prints.jsonl')
  device = await startTcpPrinter()
  printers = [printer()]
  waiting = []
  queue = null
})
afterEach(async () => {
  await queue?.stop()
  await device.unplug()
})

test('receipts are printed in the order of their requests, each once', async () => {
  const prints = await open()
  await Promise.all(['one', 'two', 'three'].map((name) => prints.add(job(name))))
  await nothingWaits()
  expect(onPaper()).toEqual(['Receipt one', 'Receipt two', 'Receipt three'])
})

test('a job is written to the disk first, and a missing printer delays nobody', async () => {
  await device.unplug()
  const prints = await open()
  await prints.add(job('one'))
  expect(await readFile(path, 'utf8')).toContain('Receipt one')
  await eventually(() => expect(shown()).toEqual([{ name: 'one', state: 'waiting', trouble: 'unreachable' }]))
})

test('a waiting job is printed when an unplugged printer is back', async () => {
  await device.unplug()
  const prints = await open()
  await prints.add(job('one'))
  await eventually(() => expect(shown()).toMatchObject([{ trouble: 'unreachable' }]))
  await device.plug()
  await nothingWaits()
  expect(onPaper()).toEqual(['Receipt one'])
})

describe.each(['paper_out', 'cover_open'] as const)('a printer with %s', (trouble) => {
  test('a printer with this trouble is sent nothing, reports it, and continues by itself afterwards', async () => {
    device.state = trouble
    const prints = await open()
    await prints.add(job('one'))
    await eventually(() => expect(shown()).toEqual([{ name: 'one', state: 'waiting', trouble }]))
    expect(device.paper()).toHaveLength(0)
    device.mend()
    await nothingWaits()
    expect(onPaper()).toEqual(['Receipt one'])
  })
})

test('when paper runs out during a receipt, the rest follows on the next roll, and it is printed once', async () => {
  device.paperLeft = 10
  const prints = await open()
  await prints.add(job('one'))
  await eventually(() => expect(shown()).toEqual([{ name: 'one', state: 'printing', trouble: 'paper_out' }]))
  await prints.add(job('two'))
  device.mend()
  await nothingWaits()
  expect(onPaper()).toEqual(['Receipt one', 'Receipt two'])
})

test('when the cable is pulled during a receipt, a person is asked, and the following jobs are printed', async () => {
  device.paperLeft = 10
  const prints = await open()
  await prints.add(job('one'))
  await prints.add(job('two'))
  await eventually(() => expect(shown()[0]).toMatchObject({ state: 'printing', trouble: 'paper_out' }))
  await device.unplug()
  await eventually(() => expect(shown()[0]).toMatchObject({ name: 'one', state: 'perhaps' }))
  device.mend()
  await device.plug()
  await eventually(() => expect(shown()).toEqual([{ name: 'one', state: 'perhaps', trouble: null }]))
  expect(onPaper().at(-1)).toContain('Receipt two')

  expect(await prints.again('one')).toBe(true)
  expect(await prints.again('one')).toBe(false)
  await nothingWaits()
  expect(onPaper().at(-1)).toBe('Receipt one')
})

test('a dropped job is not printed', async () => {
  await device.unplug()
  const prints = await open()
  await prints.add(job('one'))
  await prints.add(job('two'))
  expect(await prints.drop('one')).toBe(true)
  expect(await prints.drop('one')).toBe(false)
  await device.plug()
  await nothingWaits()
  expect(onPaper()).toEqual(['Receipt two'])
})

test('waiting jobs are printed after a restart, and the job being printed before is asked about', async () => {
  device.paperLeft = 10
  const first = await open()
  await first.add(job('one'))
  await first.add(job('two'))
  await eventually(() => expect(shown()[0]).toMatchObject({ state: 'printing', trouble: 'paper_out' }))
  await first.stop()
  device.forget()
  device.mend()
  await open()
  await eventually(() => expect(shown()).toEqual([{ name: 'one', state: 'perhaps', trouble: null }]))
  expect(onPaper().at(-1)).toContain('Receipt two')
})

test('unreadable lines are kept aside, and the other jobs are printed', async () => {
  await writeFile(path, `nonsense\n${JSON.stringify({ kind: 'waiting', job: job('one') })}\n{"kind":"wai`)
  await open()
  await eventually(() => expect(onPaper()).toEqual(['Receipt one']))
})

test('the jobs of a removed printer wait until somebody drops them', async () => {
  printers = []
  const prints = await open()
  await prints.add(job('one'))
  expect(waiting).toMatchObject([{ name: 'one', printer: null }])
  await prints.drop('one')
  expect(waiting).toEqual([])
})

describe('a printer that reports less', () => {
  test('for a printer that reports nothing, a job counts as printed once it was sent', async () => {
    await device.unplug()
    device = await startTcpPrinter('nothing')
    printers = [printer({ reports: 'nothing' })]
    const prints = await open()
    await prints.add(job('one'))
    await nothingWaits()
    await eventually(() => expect(onPaper()).toEqual(['Receipt one']))
  })

  test('for a printer that reports only its status, a job is asked about when paper runs out during it', async () => {
    await device.unplug()
    device = await startTcpPrinter('status')
    device.paperLeft = 10
    printers = [printer({ reports: 'status' })]
    const prints = await open()
    await prints.add(job('one'))
    await eventually(() => expect(shown()).toMatchObject([{ name: 'one', state: 'perhaps' }]))
  })

  test('a job is asked about when a printer known to report the end does not report it', async () => {
    await device.unplug()
    device = await startTcpPrinter('status')
    printers = [printer()]
    const prints = await open()
    await prints.add(job('one'))
    await eventually(() => expect(shown()).toMatchObject([{ name: 'one', state: 'perhaps' }]))
  })
})

test('a printed or dropped job is removed from the disk, and a job that is asked about stays', async () => {
  device.paperLeft = 10
  const prints = await open()
  await prints.add(job('one'))
  await prints.add(job('two'))
  await prints.add(job('three'))
  await eventually(() => expect(shown()[0]).toMatchObject({ state: 'printing', trouble: 'paper_out' }))
  await device.unplug()
  await eventually(() => expect(shown()[0]).toMatchObject({ name: 'one', state: 'perhaps' }))
  await prints.drop('three')
  device.mend()
  await device.plug()
  await eventually(() => expect(shown()).toMatchObject([{ name: 'one', state: 'perhaps' }]))
  await eventually(async () => {
    const kept = await readFile(path, 'utf8')
    expect(kept).toContain('Receipt one')
    expect(kept).not.toContain('Receipt two')
    expect(kept).not.toContain('Receipt three')
  })
})

test('no job begins while the program ends', async () => {
  let begun: boolean | null = null
  const prints = await open(async (_printer, _job, { begin, signal }) => {
    await once(signal, 'abort')
    begun = await begin()
    return begun ? { kind: 'perhaps', trouble: 'unreachable' } : { kind: 'not_wanted' }
  })
  await prints.add(job('one'))
  await prints.stop()
  expect(begun).toBe(false)
  await open()
  await nothingWaits()
  expect(onPaper()).toEqual(['Receipt one'])
})

test('the bytes sent to the printer are exactly those of the receipt', async () => {
  const prints = await open()
  const one = job('one')
  await prints.add(one)
  await nothingWaits()
  expect(Buffer.from(device.paper())).toEqual(Buffer.from(encodeReceipt(one.copies, printer())))
})
