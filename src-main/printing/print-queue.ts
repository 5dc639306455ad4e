import type { PrinterTrouble } from '../../src-shared/pos/printing/printer-choices.ts'
import type { Printer, WaitingPrint } from '../../src-shared/pos/printing/printers.ts'
import type { Log } from '../log.ts'
import { openKeptJobs } from './kept-jobs.ts'
import { nextJob, type PrintRecord, type QueuedJob } from './print-jobs.ts'
import type { PrintOutcome } from './print-on-line.ts'

/** The queue of print jobs, kept on the disk until they are on paper. Callers do not wait for the printing. */
export interface PrintQueue {
  /** Resolves when the job is on the disk. */
  add(job: QueuedJob): Promise<void>
  /** Prints a job that is perhaps printed again. @returns false when there is no question about it */
  again(id: string): Promise<boolean>
  /** Removes a waiting or perhaps printed job from the queue. @returns false when it is neither */
  drop(id: string): Promise<boolean>
  /** Lets each printer with jobs try now: the printers have changed, or one may be back. */
  resume(): void
  /** Finishes the job being printed, or leaves it for the next run to ask about. */
  stop(): Promise<void>
}

export type PrintJobOn = (
  printer: Printer,
  job: QueuedJob,
  on: {
    /** Resolves with false when the job is no longer wanted. */
    readonly begin: () => Promise<boolean>
    readonly trouble: (trouble: PrinterTrouble | null) => void
    /** Aborted when the program ends: then nothing is waited for. */
    readonly signal: AbortSignal
  },
) => Promise<PrintOutcome>

/** Pause before an unreachable printer is tried again, in ms. */
const usualPauseMs = 2_000

export async function openPrintQueue(options: {
  readonly path: string
  readonly printers: () => readonly Printer[]
  readonly print: PrintJobOn
  readonly onWaiting: (waiting: readonly WaitingPrint[]) => void
  readonly pauseMs?: number
  readonly log: Log
}): Promise<PrintQueue> {
  const { log, print } = options
  const jobs = await openKeptJobs(options.path, publish, log)
  const stopping = new AbortController()
  const { signal } = stopping
  const troubles = new Map<string, PrinterTrouble>()
  const running = new Map<string, Promise<void>>()
  const timers = new Map<string, NodeJS.Timeout>()

  let published = '[]'
  function publish(): void {
    const printers = options.printers()
    const waiting = jobs.present().map(({ job, state }): WaitingPrint => {
      const printer = printers.find(({ id }) => id === job.printer_id)
      return {
        id: job.id,
        name: job.name,
        printer_id: job.printer_id,
        printer: printer?.name ?? null,
        state,
        trouble: state === 'perhaps' ? null : (troubles.get(job.printer_id) ?? null),
      }
    })
    const text = JSON.stringify(waiting)
    if (text === published) return
    published = text
    options.onWaiting(waiting)
  }

  function setTrouble(printerId: string, trouble: PrinterTrouble | null): void {
    if ((troubles.get(printerId) ?? null) === trouble) return
    if (trouble === null) troubles.delete(printerId)
    else troubles.set(printerId, trouble)
    log.info({ printer: printerId, trouble }, 'printing.trouble')
    publish()
  }

  function start(printerId: string): void {
    if (signal.aborted || running.has(printerId)) return
    clearTimeout(timers.get(printerId))
    const going = drain(printerId)
      .catch((error: unknown) => {
        log.error({ err: error, printer: printerId }, 'printing.failed')
        return true
      })
      .then((again) => {
        running.delete(printerId)
        if (again) later(printerId)
        // A job may have been added while the last one ended.
        else if (nextJob(jobs.present(), printerId) !== null && printerOf(printerId) !== undefined)
          start(printerId)
      })
    running.set(printerId, going)
  }

  function later(printerId: string): void {
    if (signal.aborted) return
    const timer = setTimeout(() => start(printerId), options.pauseMs ?? usualPauseMs)
    timer.unref()
    timers.set(printerId, timer)
  }

  const printerOf = (printerId: string) => options.printers().find(({ id }) => id === printerId)

  /** @returns whether a job is left to try again later */
  async function drain(printerId: string): Promise<boolean> {
    while (!signal.aborted) {
      const printer = printerOf(printerId)
      const job = nextJob(jobs.present(), printerId)
      if (printer === undefined || job === null) return false
      const { id } = job
      let begun = false
      const outcome = await print(printer, job, {
        async begin() {
          if (signal.aborted || nextJob(jobs.present(), printerId)?.id !== id) return false
          await jobs.write({ kind: 'printing', id })
          begun = jobs.present().some(({ job: one, state }) => one.id === id && state === 'printing')
          return begun
        },
        trouble: (trouble) => setTrouble(printerId, trouble),
        signal,
      })
      if (outcome.kind === 'not_wanted') continue
      setTrouble(printerId, outcome.kind === 'printed' ? null : outcome.trouble)
      if (outcome.kind === 'printed') {
        await jobs.writeOutcome({ kind: 'gone', id })
        log.info({ printer: printerId, job: id }, 'printing.printed')
      } else if (outcome.kind === 'perhaps') {
        await jobs.writeOutcome({ kind: 'perhaps', id })
        log.warn({ printer: printerId, job: id, trouble: outcome.trouble }, 'printing.perhaps')
      } else {
        if (begun) await jobs.writeOutcome({ kind: 'not_begun', id })
        return true
      }
    }
    return false
  }

  async function change(id: string, from: readonly string[], record: PrintRecord): Promise<boolean> {
    const one = jobs.present().find(({ job }) => job.id === id)
    if (one === undefined || !from.includes(one.state)) return false
    await jobs.write(record)
    start(one.job.printer_id)
    return true
  }

  const resume = () => {
    publish()
    for (const id of new Set(jobs.present().map(({ job }) => job.printer_id))) start(id)
  }
  publish()
  resume()

  return {
    async add(job) {
      await jobs.write({ kind: 'waiting', job })
      start(job.printer_id)
    },
    again: (id) => change(id, ['perhaps'], { kind: 'again', id }),
    drop: (id) => change(id, ['perhaps', 'waiting'], { kind: 'gone', id }),
    resume,
    async stop() {
      stopping.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running.values())
      await jobs.close()
    },
  }
}
