import { expect, onTestFinished, test, vi } from 'vitest'
import {
  printOnSystem,
  queueTrouble,
  type SystemPrinters,
  systemPaper,
} from '../../../../src-main/printing/system-printers.ts'
import type { Printer } from '../../../../src-shared/pos/printing/printers.ts'
import { eventually } from '../../../support/eventually.ts'

const printer: Printer = {
  id: 'prn_1',
  name: 'Counter',
  address: { kind: 'system', queue: 'Receipts' },
  language: 'esc-pos',
  columns: 32,
  letters: 'epson',
  cuts: true,
  drawer: false,
  each_sale: false,
  reports: 'queue',
}
const line = { kind: 'text' as const, text: 'Crème', align: 'left' as const, weight: 'normal' as const }
const job = { name: 'KT1', language: 'en' as const, copies: [[line], [line]] }

const running = new AbortController().signal

/** A system with one print queue. */
function system(
  options: Record<string, string> = {},
  print: SystemPrinters['print'] = async () => undefined,
) {
  const printed = vi.fn(print)
  const begin = vi.fn(async () => true)
  const list = async () => [{ queue: 'Receipts', name: 'Receipts', options }]
  const outcome = (signal = running) =>
    printOnSystem({ list, print: printed }, printer, job, { begin, signal })
  return { printed, begin, outcome }
}

test.each([
  [{ 'printer-state': '3', 'printer-state-reasons': 'none', 'printer-is-accepting-jobs': 'true' }, null],
  // Low paper or a mere report does not stop printing.
  [{ 'printer-state-reasons': 'media-low-warning,offline-report' }, null],
  [{ 'printer-state-reasons': 'media-empty-error' }, 'paper_out'],
  [{ 'printer-state-reasons': 'marker-supply-low-report, cover-open' }, 'cover_open'],
  [{ 'printer-state-reasons': 'offline' }, 'unreachable'],
  [{ 'printer-state': '5', 'printer-state-reasons': 'paused' }, 'needs_help'],
  [{ 'printer-is-accepting-jobs': 'false' }, 'needs_help'],
  // Windows reports none of these.
  [{ system_driverinfo: 'EPSON TM-T20III Receipt6' }, null],
])('the state of a queue %o means the trouble %s', (options, trouble) => {
  expect(queueTrouble(options)).toBe(trouble)
})

test('each copy is a document of the roll’s width, and its start is on the disk before it is handed over', async () => {
  const { outcome, printed, begin } = system()
  expect(await outcome()).toEqual({ kind: 'printed' })
  expect(printed.mock.calls.map(([queue, { name, width }]) => [queue, name, width])).toEqual([
    ['Receipts', 'KT1', 58],
    ['Receipts', 'KT1', 58],
  ])
  expect(printed.mock.calls[0]?.[1].html).toContain('Crème')
  expect(begin.mock.invocationCallOrder[0]).toBeLessThan(printed.mock.invocationCallOrder[0] ?? 0)
  expect(systemPaper({ columns: 48 })).toBe(80)
})

test('a stopped or missing queue has not begun the job, so that it is printed later', async () => {
  const stopped = system({ 'printer-state': '5' })
  expect(await stopped.outcome()).toEqual({ kind: 'not_begun', trouble: 'needs_help' })
  expect(stopped.begin).not.toHaveBeenCalled()
  const gone: SystemPrinters = { list: async () => [], print: async () => undefined }
  expect(await printOnSystem(gone, printer, job, { begin: async () => true, signal: running })).toEqual({
    kind: 'not_begun',
    trouble: 'unreachable',
  })
})

test('a dropped job is not printed, and a job that the system may not have taken is asked about', async () => {
  const unwanted = system()
  unwanted.begin.mockResolvedValue(false)
  expect(await unwanted.outcome()).toEqual({ kind: 'not_wanted' })
  expect(unwanted.printed).not.toHaveBeenCalled()
  const failing = system({}, async () => {
    throw new Error('Print job failed')
  })
  expect(await failing.outcome()).toEqual({ kind: 'perhaps', trouble: 'needs_help' })
})

test('a system that never answers does not delay the end of the program', async () => {
  const never = () => new Promise<never>(() => undefined)
  const ending = new AbortController()
  const taking = system({}, never)
  const taken = taking.outcome(ending.signal)
  await eventually(() => expect(taking.printed).toHaveBeenCalled())
  ending.abort()
  expect(await taken).toEqual({ kind: 'perhaps', trouble: 'needs_help' })
  expect(taking.printed).toHaveBeenCalledTimes(1)
  const silent = { list: never, print: async () => undefined }
  const on = { begin: async () => true, signal: ending.signal }
  expect(await printOnSystem(silent, printer, job, on)).toEqual({ kind: 'not_begun', trouble: 'unreachable' })
})

test('a system that does not list its queues does not hold a receipt forever', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  onTestFinished(() => void timeout.mockRestore())
  const silent: SystemPrinters = { list: () => new Promise(() => undefined), print: async () => undefined }
  const on = { begin: async () => true, signal: running }
  expect(await printOnSystem(silent, printer, job, on)).toEqual({ kind: 'not_begun', trouble: 'unreachable' })
})
