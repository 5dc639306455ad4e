import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { timestampSchema } from '../../src-shared/api/schemas/common.ts'
import { type ZReport, zReportSchema } from '../../src-shared/pos/report/z-report.ts'
import { inParts } from '../async/in-parts.ts'
import { type FoundLine, newestFirst, openLineFile, readJournal } from '../journal/line-file.ts'
import type { Log } from '../log.ts'

/**
 * The closed reports: one JSON line each, on the disk (fsync) before it is shown. Lines are only appended. Each has the
 * hash of its own text, which contains the hash of the one before.
 */
export interface ZFile {
  /** In the order of their numbers, including those with unreadable figures. */
  all(): readonly StoredReport[]
  /** Number of unreadable reports that may have ended after `since` (ms since the epoch), with unknown content. */
  missing(since: number): number
  /** The number of the next report; unreadable reports also have a number. */
  next(): { readonly number: number; readonly previous: string }
  add(report: ZReport): Promise<void>
}

export interface StoredReport {
  /** The part that later reports depend on. */
  readonly head: ZHead
  /** Null where the figures are unreadable, for example written by another version of the app. */
  readonly z: ZReport | null
  /** Whether the text does not match its hash, or does not contain the hash of the report before. */
  readonly damaged: boolean
}

/** Must not get fields that old files lack: figures differ by version, but what was counted must stay readable. */
const headSchema = z.object({
  number: z.number().int().min(1),
  closed_at: timestampSchema,
  day: z.string(),
  previous: z.string(),
  report: z.object({ from: timestampSchema, to: timestampSchema }),
  counted: z.object({
    bills: z.array(z.string()),
    returns: z.array(z.string()),
    cash: z.array(z.string()),
  }),
})
export type ZHead = z.infer<typeof headSchema>

const lineSchema = z.object({ report: headSchema, hash: z.string() })

export async function openZFile(path: string, log: Log): Promise<ZFile> {
  const whole: FoundLine[] = []
  // A line that was cut off while it was written was never shown.
  // Each line names everything that its day counted: one per turn, so that the counter does not wait for years of them.
  for await (const [line] of inParts(newestFirst(await readJournal(path)), 1)) {
    if (line !== undefined && (!line.cutOff || line.value !== undefined)) whole.push(line)
  }
  const reports: StoredReport[] = []
  /** The latest time at which each unreadable report may end. */
  const missing: number[] = []
  let previous = ''
  let number = 0
  for await (const [found] of inParts(whole.reverse(), 1)) {
    const value = found?.value
    const line = lineSchema.safeParse(value).data
    number += 1
    if (line === undefined) {
      log.error({ path, number }, 'reports.line_unreadable')
      missing.push(Number.POSITIVE_INFINITY)
      continue
    }
    const { report: head, hash } = line
    // The hash is of the stored text, not of the schema's output.
    const text = (value as { readonly report: unknown }).report
    const damaged = hashOf(text) !== hash || head.previous !== previous || head.number !== number
    if (damaged) log.error({ path, number: head.number }, 'reports.damaged')
    const z = zReportSchema.safeParse(text).data ?? null
    if (z === null) log.error({ path, number: head.number }, 'reports.figures_unreadable')
    // Each report begins where the one before it ended.
    for (const [index, until] of missing.entries()) {
      missing[index] = Math.min(until, Date.parse(head.report.from))
    }
    reports.push({ head, z, damaged })
    previous = hash
    number = Math.max(number, head.number)
  }
  /**
   * The end of the last reported line, in bytes, while a failed line that could not be removed may be behind it: the
   * next report has the same number.
   */
  let lastEnd: number | null = null
  return {
    all: () => reports,
    missing: (since) => missing.filter((until) => until > since).length,
    next: () => ({ number: number + 1, previous }),
    async add(report) {
      const file = await openLineFile(path, lastEnd)
      const hash = hashOf(report)
      try {
        lastEnd = (await stat(path)).size
        await file.append({ report, hash })
        lastEnd = null
        reports.push({ head: report, z: report, damaged: false })
        previous = hash
        number = report.number
      } finally {
        // The report is on the disk: if closing the file were reported as failed, an empty period would be closed after
        // it.
        await file
          .close()
          .catch((error: unknown) => log.error({ err: error, path }, 'reports.file_not_closed'))
      }
    },
  }
}

export const hashOf = (report: unknown): string =>
  createHash('sha256').update(JSON.stringify(report)).digest('hex')
