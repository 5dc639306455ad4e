import { setTimeout as delay } from 'node:timers/promises'
import type { PrinterTrouble } from '../../src-shared/pos/printing/printer-choices.ts'
import type { Printer } from '../../src-shared/pos/printing/printers.ts'
import { abortWith } from '../async/abort-with.ts'
import type { PrinterLine } from './printer-line.ts'
import { createEndReader, endQuestion, type StatusQuestion, statusQuestions } from './printer-status.ts'

/** The outcome of a print job. */
export type PrintOutcome =
  | { readonly kind: 'printed' }
  /** No byte was sent: it may be printed later. */
  | { readonly kind: 'not_begun'; readonly trouble: PrinterTrouble }
  /** No byte was sent, and the job is no longer wanted. */
  | { readonly kind: 'not_wanted' }
  /** Bytes were sent, and it is not proven that they are on paper: a person has to look. */
  | { readonly kind: 'perhaps'; readonly trouble: PrinterTrouble }

/** Time limits, in ms. */
export interface PrintTimes {
  /** For the answer to a status question, which is immediate. */
  readonly answer: number
  /** Pause between two checks of a printer that has not finished. */
  readonly look: number
  /** A printer that reports no trouble prints a receipt within this time. */
  readonly finish: number
  /** A connection that has not taken a receipt within this time is stuck. */
  readonly send: number
}
const usualTimes: PrintTimes = { answer: 1_500, look: 500, finish: 20_000, send: 60_000 }
/** Maximum bytes of an answer; a device that sends more is not a printer. */
const longestAnswer = 1_024

export interface PrintRequest {
  readonly bytes: Uint8Array
  readonly printer: Pick<Printer, 'language' | 'reports'>
  /** Records the beginning. If it rejects, or returns false (no longer wanted), nothing is printed. */
  readonly onBegin: () => Promise<boolean>
  /** Reports the printer's trouble while it prints; null: none any more. */
  readonly onTrouble: (trouble: PrinterTrouble | null) => void
  /** Ends the wait for the end of the job. */
  readonly signal: AbortSignal
  readonly times?: PrintTimes
}

/** Prints on a newly opened connection, and closes it. */
export async function printOnLine(line: PrinterLine, request: PrintRequest): Promise<PrintOutcome> {
  const talk = createTalk(line, request.printer.language, request.times ?? usualTimes)
  try {
    return await print(talk, request)
  } finally {
    await line.close()
  }
}

/** Waits for the end of a write for this long, in ms, or until the signal: a stuck connection never ends it. */
async function within(
  ms: number,
  write: Promise<void>,
  signal?: AbortSignal,
): Promise<'done' | 'failed' | 'late'> {
  const over = new AbortController()
  const letGo = signal === undefined ? () => undefined : abortWith(over, signal)
  const late = delay(ms, 'late' as const, { signal: over.signal })
  try {
    return await Promise.race([write.then(() => 'done' as const), late])
  } catch {
    return 'failed'
  } finally {
    letGo()
    over.abort()
  }
}

type Answer = PrinterTrouble | 'fine' | 'no_answer'

interface Talk {
  status(): Promise<Answer>
  /** Sends a job; bytes received before it do not count as its answer. Rejects when the connection is gone. */
  send(bytes: Uint8Array): Promise<void>
  /** Whether the printer has answered the question sent behind the job. */
  isEnded(): boolean
  isClosed(): boolean
  /** Resolves when the printer has sent something, the connection has ended, or the time is over. */
  wait(ms: number): Promise<void>
}

function createTalk(line: PrinterLine, language: Printer['language'], times: PrintTimes): Talk {
  let received: number[] = []
  let sent = false
  let ended = false
  let closed = false
  const hasEnd = createEndReader(language)
  let wake = () => {}
  void line.ended.then(() => {
    closed = true
    wake()
  })
  line.onBytes((bytes) => {
    if (hasEnd(bytes) && sent) ended = true
    received.push(...bytes.subarray(0, longestAnswer - received.length))
    wake()
  })

  async function wait(ms: number): Promise<void> {
    const over = new AbortController()
    const woken = new Promise<void>((resolve) => {
      wake = resolve
    })
    await Promise.race([woken, delay(ms, undefined, { signal: over.signal }).catch(() => undefined)])
    over.abort()
  }

  async function ask({ bytes, read }: StatusQuestion): Promise<Answer> {
    // An answer to an earlier question does not count.
    received = []
    if ((await within(times.answer, line.write(bytes))) !== 'done') return 'no_answer'
    for (const until = performance.now() + times.answer; !closed; ) {
      const answer = read(received)
      if (answer !== undefined) return answer ?? 'fine'
      const left = until - performance.now()
      if (left <= 0) break
      await wait(left)
    }
    return 'no_answer'
  }

  return {
    send(bytes) {
      sent = true
      return line.write(bytes)
    },
    isEnded: () => ended,
    isClosed: () => closed,
    wait,
    async status() {
      for (const question of statusQuestions(language)) {
        const answer = await ask(question)
        if (answer !== 'fine') return answer
      }
      return 'fine'
    },
  }
}

async function print(talk: Talk, request: PrintRequest): Promise<PrintOutcome> {
  const { printer, bytes } = request
  if (printer.reports !== 'nothing') {
    const status = await talk.status()
    if (status === 'no_answer') return { kind: 'not_begun', trouble: 'unreachable' }
    if (status !== 'fine') return { kind: 'not_begun', trouble: status }
  }
  if (!(await request.onBegin())) return { kind: 'not_wanted' }
  const end = printer.reports === 'end' ? endQuestion(printer.language) : null
  const sent = await sendAll(talk, end === null ? bytes : Buffer.concat([bytes, end]), request)
  if (sent !== 'sent') return { kind: 'perhaps', trouble: sent }
  if (printer.reports === 'nothing') return { kind: 'printed' }
  return end === null ? lookOnce(talk) : untilEnd(talk, request)
}

/** Limits the time for sending, so that a stuck printer blocks neither the next receipt nor the end of the program. */
async function sendAll(
  talk: Talk,
  bytes: Uint8Array,
  { signal, times = usualTimes }: PrintRequest,
): Promise<'sent' | 'unreachable' | 'silent'> {
  const sent = await within(times.send, talk.send(bytes), signal)
  return sent === 'done' ? 'sent' : sent === 'failed' ? 'unreachable' : 'silent'
}

/** The printer has all bytes. A trouble may have cost a part of them. */
async function lookOnce(talk: Talk): Promise<PrintOutcome> {
  const status = await talk.status()
  if (status === 'fine') return { kind: 'printed' }
  return { kind: 'perhaps', trouble: status === 'no_answer' ? 'unreachable' : status }
}

/** A printer without paper keeps its data and continues when it is refilled: this waits as long as that takes. */
async function untilEnd(
  talk: Talk,
  { onTrouble, signal, times = usualTimes }: PrintRequest,
): Promise<PrintOutcome> {
  let shown: PrinterTrouble | null = null
  let silent = 0
  for (let until = performance.now() + times.finish; ; ) {
    if (talk.isEnded()) return { kind: 'printed' }
    if (talk.isClosed() || signal.aborted) return { kind: 'perhaps', trouble: shown ?? 'unreachable' }
    const status = await talk.status()
    if (talk.isEnded()) return { kind: 'printed' }
    silent = status === 'no_answer' ? silent + 1 : 0
    if (silent > 2) return { kind: 'perhaps', trouble: 'unreachable' }
    const trouble = status === 'fine' || status === 'no_answer' ? null : status
    if (trouble !== shown) onTrouble(trouble)
    shown = trouble
    if (trouble !== null) until = performance.now() + times.finish
    else if (performance.now() > until) return { kind: 'perhaps', trouble: 'silent' }
    if (!talk.isEnded() && !talk.isClosed()) await talk.wait(times.look)
  }
}

/** Asks for a printer's present state. The connection stays open. */
export const askStatus = (
  line: PrinterLine,
  language: Printer['language'],
): Promise<PrinterTrouble | 'fine' | 'no_answer'> => createTalk(line, language, usualTimes).status()

/** Finds out which reports a printer gives, by asking it. */
export async function measureReports(
  line: PrinterLine,
  language: Printer['language'],
  times: PrintTimes = usualTimes,
): Promise<{ readonly reports: Printer['reports']; readonly trouble: PrinterTrouble | null }> {
  const talk = createTalk(line, language, times)
  try {
    const status = await talk.status()
    if (status === 'no_answer') return { reports: 'nothing', trouble: null }
    const trouble = status === 'fine' ? null : status
    const end = endQuestion(language)
    if (end === null) return { reports: 'status', trouble }
    if ((await within(times.send, talk.send(end))) !== 'done') return { reports: 'status', trouble }
    for (const until = performance.now() + times.answer; !talk.isEnded() && !talk.isClosed(); ) {
      if (performance.now() > until) break
      await talk.wait(times.look)
    }
    return { reports: talk.isEnded() ? 'end' : 'status', trouble }
  } finally {
    await line.close()
  }
}
