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

test('receipts are printed in the order in which they were asked for, each once', async () => {
  const prints = await open()
  await Promise.all(['one', 'two', 'three'].map((name) => prints.add(job(name))))
  await nothingWaits()
  expect(onPaper()).toEqual(['Receipt one', 'Receipt two', 'Receipt three'])
})

test('a job is on the disk before anything else happens to it, and nobody waits for a printer that is not there', async () => {
  await device.unplug()
  const prints = await open()
  await prints.add(job('one'))
  expect(await readFile(path, 'utf8')).toContain('Receipt one')
  await eventually(() => expect(shown()).toEqual([{ name: 'one', state: 'waiting', trouble: 'unreachable' }]))
})

test('an unplugged printer goes on by itself when it is back', async () => {
  await device.unplug()
  const prints = await open()
  await prints.add(job('one'))
  await eventually(() => expect(shown()).toMatchObject([{ trouble: 'unreachable' }]))
  await device.plug()
  await nothingWaits()
  expect(onPaper()).toEqual(['Receipt one'])
})

describe.each(['paper_out', 'cover_open'] as const)('a printer with %s', (trouble) => {
  test('is sent nothing, says so, and goes on by itself', async () => {
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

test('paper that ends in the midst of a receipt: the rest comes with the next roll, and it is printed once', async () => {
  device.paperLeft = 10
  const prints = await open()
  await prints.add(job('one'))
  await eventually(() => expect(shown()).toEqual([{ name: 'one', state: 'printing', trouble: 'paper_out' }]))
  await prints.add(job('two'))
  device.mend()
  await nothingWaits()
  expect(onPaper()).toEqual(['Receipt one', 'Receipt two'])
})

test('a cable that is pulled in the midst of a receipt: a person is asked, and what follows is printed meanwhile', async () => {
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

test('what a person does not want any more is not printed', async () => {
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

test('what waits is printed by the next run, and what the last one was printing is asked about', async () => {
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

test('lines that cannot be read are kept aside, and the rest is printed', async () => {
  await writeFile(path, `nonsense\n${JSON.stringify({ kind: 'waiting', job: job('one') })}\n{"kind":"wai`)
  await open()
  await eventually(() => expect(onPaper()).toEqual(['Receipt one']))
})

test('the jobs of a printer that was removed wait until somebody drops them', async () => {
  printers = []
  const prints = await open()
  await prints.add(job('one'))
  expect(waiting).toMatchObject([{ name: 'one', printer: null }])
  await prints.drop('one')
  expect(waiting).toEqual([])
})

describe('a printer that reports less', () => {
  test('nothing: what has left is printed', async () => {
    await device.unplug()
    device = await startTcpPrinter('nothing')
    printers = [printer({ reports: 'nothing' })]
    const prints = await open()
    await prints.add(job('one'))
    await nothingWaits()
    await eventually(() => expect(onPaper()).toEqual(['Receipt one']))
  })

  test('its status only: paper that ends in the midst is asked about', async () => {
    await device.unplug()
    device = await startTcpPrinter('status')
    device.paperLeft = 10
    printers = [printer({ reports: 'status' })]
    const prints = await open()
    await prints.add(job('one'))
    await eventually(() => expect(shown()).toMatchObject([{ name: 'one', state: 'perhaps' }]))
  })

  test('one that was measured to report the end, and never does, is asked about', async () => {
    await device.unplug()
    device = await startTcpPrinter('status')
    printers = [printer()]
    const prints = await open()
    await prints.add(job('one'))
    await eventually(() => expect(shown()).toMatchObject([{ name: 'one', state: 'perhaps' }]))
  })
})

test('what is printed, or not wanted, stays on the disk no longer, and what is asked about does', async () => {
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

test('nothing begins to be printed while the program ends', async () => {
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

test('bytes on the line are those of the receipt, and nothing else on the paper', async () => {
  const prints = await open()
  const one = job('one')
  await prints.add(one)
  await nothingWaits()
  expect(Buffer.from(device.paper())).toEqual(Buffer.from(encodeReceipt(one.copies, printer())))
})
