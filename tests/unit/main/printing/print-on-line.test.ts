import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { measureReports, printOnLine } from '../../../../src-main/printing/print-on-line.ts'
import type { PrinterLine } from '../../../../src-main/printing/printer-line.ts'

const times = { answer: 300, look: 5, finish: 100, send: 50 }
const question = 0x10
const fine = Uint8Array.of(0x12)
const job = Uint8Array.of(0x41, 0x0a)

/** A connection whose other end behaves as a test needs. */
function lineTo(device: {
  /** The bytes it sends as soon as somebody listens. */
  readonly greeting?: readonly Uint8Array[]
  readonly onJob: (send: (bytes: Uint8Array) => void) => Promise<void>
}): PrinterLine {
  let send: (bytes: Uint8Array) => void = () => undefined
  return {
    ended: new Promise(() => undefined),
    onBytes(listener) {
      send = listener
      for (const bytes of device.greeting ?? []) listener(bytes)
    },
    async write(bytes) {
      if (bytes[0] === question) send(fine)
      else await device.onJob(send)
    },
    close: async () => undefined,
  }
}

const printOn = (line: PrinterLine, signal = new AbortController().signal) =>
  printOnLine(line, {
    bytes: job,
    printer: { language: 'esc-pos', reports: 'end' },
    onBegin: async () => true,
    onTrouble: () => undefined,
    signal,
    times,
  })

test('the end marker answered after a job proves that the job was printed', async () => {
  const line = lineTo({ onJob: async (send) => send(Uint8Array.of(0x00)) })
  expect(await printOn(line)).toEqual({ kind: 'printed' })
})

test('bytes sent before a job, such as the late answer to the previous one, prove nothing', async () => {
  const line = lineTo({ greeting: [Uint8Array.of(0x00)], onJob: async () => undefined })
  expect(await printOn(line)).toEqual({ kind: 'perhaps', trouble: 'silent' })
})

test('unsolicited status bytes of a printer prove nothing, in one piece or in two', async () => {
  const unasked = lineTo({
    async onJob(send) {
      send(Uint8Array.of(0x1c, 0x00, 0x0c, 0x0f))
      send(Uint8Array.of(0x14, 0x00))
      send(Uint8Array.of(0x00, 0x0f))
    },
  })
  expect(await printOn(unasked)).toEqual({ kind: 'perhaps', trouble: 'silent' })
  const both = lineTo({ onJob: async (send) => send(Uint8Array.of(0x14, 0x00, 0x00, 0x0f, 0x00)) })
  expect(await printOn(both)).toEqual({ kind: 'printed' })
})

test('a printer that stops accepting bytes is asked about, and does not delay the end of the program', async () => {
  const stuck = () => lineTo({ onJob: () => new Promise(() => undefined) })
  expect(await printOn(stuck())).toEqual({ kind: 'perhaps', trouble: 'silent' })
  expect(await printOn(stuck(), AbortSignal.abort())).toEqual({ kind: 'perhaps', trouble: 'unreachable' })
})

test('a device that never stops sending does not fill the memory', async () => {
  const chunk = new Uint8Array(65_536).fill(0xff)
  const flood = Array.from({ length: 300 }, () => chunk)
  const before = process.memoryUsage().heapUsed
  let most = 0
  const line: PrinterLine = {
    ...lineTo({ greeting: flood, onJob: async () => undefined }),
    async write() {
      most = Math.max(most, process.memoryUsage().heapUsed)
    },
  }
  expect(await measureReports(line, 'esc-pos', times)).toEqual({ reports: 'nothing', trouble: null })
  expect(most - before).toBeLessThan(32 * 1_024 * 1_024)
})

test('a signal that lives as long as the program keeps no reference to a printed receipt', async () => {
  const { signal } = new AbortController()
  await printOn(lineTo({ onJob: async (send) => send(Uint8Array.of(0x00)) }), signal)
  // Node keeps dependent signals apart from the listeners, and does not release them before version 20.
  const dependants = Object.getOwnPropertySymbols(signal)
    .filter(({ description }) => description === 'kDependantSignals')
    .map((symbol) => Reflect.get(signal, symbol)?.size ?? 0)
  expect([getEventListeners(signal, 'abort').length, ...dependants.filter((size) => size > 0)]).toEqual([0])
})
