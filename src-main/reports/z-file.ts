import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { timestampSchema } from '../../src-shared/api/schemas/common.ts'
import { type ZReport, zReportSchema } from '../../src-shared/pos/report/z-report.ts'
import { inParts } from '../in-parts.ts'
import { type FoundLine, newestFirst, openLineFile, readJournal } from '../journal/line-file.ts'
import type { Log } from '../log.ts'

/**
 * The reports that were closed: one JSON line each, on the disk (fsync) before anybody is shown it. Lines are only ever
 * added. Each has the hash of its own text, and contains that of the one before it.
 */
export interface ZFile {
  /** In the order of their numbers; also those whose figures cannot be read. */
  all(): readonly StoredReport[]
  /** How many that cannot be read at all may have ended after `since`, ms: nobody knows what they counted. */
  missing(since: number): number
  /** The number of the next one: also what cannot be read has had a number. */
  next(): { readonly number: number; readonly previous: string }
  add(report: ZReport): Promise<void>
}

export interface StoredReport {
  /** What the reports after it rest upon. */
  readonly head: ZHead
  /** Null where its figures cannot be read, as when another version of the app wrote them. */
  readonly z: ZReport | null
  /** Its text does not have the hash that was written with it, or that it contains is not of the report before. */
  readonly damaged: boolean
}

/** It never gets a member that old files do not have: figures change from version to version, and what was counted does not. */
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
  // What was cut off while it was written was shown to nobody.
  // Each names all that its day counted: of years of them the counter waits for one at a time.
  for await (const [line] of inParts(newestFirst(await readJournal(path)), 1)) {
    if (line !== undefined && (!line.cutOff || line.value !== undefined)) whole.push(line)
  }
  const reports: StoredReport[] = []
  /** Until when, at the latest, each that cannot be read goes. */
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
    // Of the text as it stands, and not as the schema reads it.
    const text = (value as { readonly report: unknown }).report
    const damaged = hashOf(text) !== hash || head.previous !== previous || head.number !== number
    if (damaged) log.error({ path, number: head.number }, 'reports.damaged')
    const z = zReportSchema.safeParse(text).data ?? null
    if (z === null) log.error({ path, number: head.number }, 'reports.figures_unreadable')
    // Each begins where the one before it ended.
    for (const [index, until] of missing.entries()) {
      missing[index] = Math.min(until, Date.parse(head.report.from))
    }
    reports.push({ head, z, damaged })
    previous = hash
    number = Math.max(number, head.number)
  }
  /**
   * Where the last line ends that somebody was told of, while one may stand behind it that could not be taken out: the next one
   * has its number.
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
        // What is on the disk is closed: whoever was told otherwise would close an empty period after it.
        await file
          .close()
          .catch((error: unknown) => log.error({ err: error, path }, 'reports.file_not_closed'))
      }
    },
  }
}

export const hashOf = (report: unknown): string =>
  createHash('sha256').update(JSON.stringify(report)).digest('hex')
