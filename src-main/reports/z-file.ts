import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type ZReport, zReportSchema } from '../../src-shared/pos/report/z-report.ts'
import { newestFirst, openLineFile, readJournal } from '../journal/line-file.ts'
import type { Log } from '../log.ts'

/**
 * The reports that were closed: one JSON line each, on the disk (fsync) before anybody is shown it. Lines are only ever
 * added. Each has the hash of its own text, and contains that of the one before it.
 */
export interface ZFile {
  /** In the order of their numbers. */
  all(): readonly StoredReport[]
  /** The number of the next one: also what cannot be read has had a number. */
  next(): { readonly number: number; readonly previous: string }
  add(report: ZReport): Promise<void>
}

export interface StoredReport {
  readonly z: ZReport
  /** Its text does not have the hash that was written with it, or that it contains is not of the report before. */
  readonly damaged: boolean
}

const lineSchema = z.object({ report: zReportSchema, hash: z.string() })

export async function openZFile(path: string, log: Log): Promise<ZFile> {
  const lines = [...newestFirst(await readJournal(path))].reverse()
  // What was cut off while it was written was shown to nobody.
  const whole = lines.filter(({ cutOff, value }) => !cutOff || value !== undefined)
  const reports: StoredReport[] = []
  let previous = ''
  let number = 0
  for (const { value } of whole) {
    const line = lineSchema.safeParse(value).data
    number += 1
    if (line === undefined) {
      log.error({ path, number }, 'reports.line_unreadable')
      continue
    }
    const { report: z, hash } = line
    // Of the text as it stands, and not as the schema reads it.
    const own = hashOf((value as { readonly report: unknown }).report)
    const damaged = own !== hash || z.previous !== previous || z.number !== number
    if (damaged) log.error({ path, number: z.number }, 'reports.damaged')
    reports.push({ z, damaged })
    previous = hash
    number = Math.max(number, z.number)
  }
  return {
    all: () => reports,
    next: () => ({ number: number + 1, previous }),
    async add(report) {
      const file = await openLineFile(path)
      const hash = hashOf(report)
      try {
        await file.append({ report, hash })
      } finally {
        await file.close()
      }
      reports.push({ z: report, damaged: false })
      previous = hash
      number = report.number
    },
  }
}

export const hashOf = (report: unknown): string =>
  createHash('sha256').update(JSON.stringify(report)).digest('hex')
