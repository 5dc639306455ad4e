import { setTimeout as delay } from 'node:timers/promises'
import type { PrinterTrouble } from '../../src-shared/pos/printing/printer-choices.ts'
import type { Printer } from '../../src-shared/pos/printing/printers.ts'
import { abortWith } from '../abort-with.ts'
import type { PrinterLine } from './printer-line.ts'
import { createEndReader, endQuestion, type StatusQuestion, statusQuestions } from './printer-status.ts'

/** What became of a job. */
export type PrintOutcome =
  | { readonly kind: 'printed' }
  /** Not a byte has left: it may be printed later. */
  | { readonly kind: 'not_begun'; readonly trouble: PrinterTrouble }
  /** Not a byte has left, and nobody wants it any more. */
  | { readonly kind: 'not_wanted' }
  /** Bytes have left, and nothing proves that they are on paper: a person looks. */
  | { readonly kind: 'perhaps'; readonly trouble: PrinterTrouble }

/** ms */
export interface PrintTimes {
  /** A status is answered at once. */
  readonly answer: number
  /** Between two looks at a printer that has not finished. */
  readonly look: number
  /** A printer that reports no trouble has printed a receipt within this. */
  readonly finish: number
  /** A line that has not taken a receipt within this is stuck. */
  readonly send: number
}
const usualTimes: PrintTimes = { answer: 1_500, look: 500, finish: 20_000, send: 60_000 }
/** No answer is longer; a device that never stops sending is no printer. Bytes. */
const longestAnswer = 1_024

export interface PrintRequest {
  readonly bytes: Uint8Array
  readonly printer: Pick<Printer, 'language' | 'reports'>
  /** Rejects where it cannot be written down that printing begins, resolves with false where nobody wants it: then it does not. */
  readonly onBegin: () => Promise<boolean>
  /** What the printer reports while it prints; null: nothing any more. */
  readonly onTrouble: (trouble: PrinterTrouble | null) => void
  /** Nobody waits for the end any more. */
  readonly signal: AbortSignal
  readonly times?: PrintTimes
}

/** Prints on a line that has just been opened, and closes it. */
export async function printOnLine(line: PrinterLine, request: PrintRequest): Promise<PrintOutcome> {
  const talk = createTalk(line, request.printer.language, request.times ?? usualTimes)
  try {
    return await print(talk, request)
  } finally {
    await line.close()
  }
}

type Answer = PrinterTrouble | 'fine' | 'no_answer'

interface Talk {
  status(): Promise<Answer>
  /** Sends a job; what is received before is no answer to it. Rejects when the line is gone. */
  send(bytes: Uint8Array): Promise<void>
  /** Whether the end of the job has been answered. */
  isEnded(): boolean
  isClosed(): boolean
  /** Resolves when the printer has sent something, the line has ended, or the time is over. */
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
    // What comes late is no answer to this.
    received = []
    try {
      await line.write(bytes)
    } catch {
      return 'no_answer'
    }
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

/** A printer that takes no more keeps nobody waiting for ever: neither the next receipt nor the end of the program. */
async function sendAll(
  talk: Talk,
  bytes: Uint8Array,
  { signal, times = usualTimes }: PrintRequest,
): Promise<'sent' | 'unreachable' | 'silent'> {
  const over = new AbortController()
  const letGo = abortWith(over, signal)
  const late = delay(times.send, 'silent' as const, { signal: over.signal })
  try {
    return await Promise.race([talk.send(bytes).then(() => 'sent' as const), late])
  } catch {
    return 'unreachable'
  } finally {
    letGo()
    over.abort()
  }
}

/** It has everything. What went wrong meanwhile may have cost a part of it. */
async function lookOnce(talk: Talk): Promise<PrintOutcome> {
  const status = await talk.status()
  if (status === 'fine') return { kind: 'printed' }
  return { kind: 'perhaps', trouble: status === 'no_answer' ? 'unreachable' : status }
}

/** A printer without paper keeps what it has, and goes on when it is fed: it is waited for as long as that takes. */
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

/** How a printer is now. The line stays open. */
export const askStatus = (
  line: PrinterLine,
  language: Printer['language'],
  times: PrintTimes = usualTimes,
): Promise<PrinterTrouble | 'fine' | 'no_answer'> => createTalk(line, language, times).status()

/** What a printer reports, found out by asking it. */
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
    await talk.send(end)
    for (const until = performance.now() + times.answer; !talk.isEnded() && !talk.isClosed(); ) {
      if (performance.now() > until) break
      await talk.wait(times.look)
    }
    return { reports: talk.isEnded() ? 'end' : 'status', trouble }
  } finally {
    await line.close()
  }
}
