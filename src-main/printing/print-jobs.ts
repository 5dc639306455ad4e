import { z } from 'zod'
import { languages } from '../../src-shared/language.ts'
import { receiptLineSchema } from '../../src-shared/receipt/lines.ts'
import { assertNever } from '../../src-shared/result.ts'

export const printJobSchema = z.object({
  id: z.string(),
  printer_id: z.string(),
  /** For example KT1042. */
  name: z.string(),
  language: z.enum(languages),
  copies: z.array(z.array(receiptLineSchema).readonly()).readonly(),
})
export type QueuedJob = z.infer<typeof printJobSchema>

/**
 * One record of the queue's journal.
 *
 *   waiting ─begun, before the first byte leaves▶ printing ─printed▶ (gone)
 *      ▲                                             ├─no byte sent▶ waiting
 *      └──────again, a person has looked── perhaps ◀─┴─the connection broke, or the program was killed
 *                                            └─dropped▶ (gone)
 */
export const printRecordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting'), job: printJobSchema }),
  z.object({ kind: z.literal('printing'), id: z.string() }),
  z.object({ kind: z.literal('not_begun'), id: z.string() }),
  z.object({ kind: z.literal('perhaps'), id: z.string() }),
  z.object({ kind: z.literal('again'), id: z.string() }),
  z.object({ kind: z.literal('gone'), id: z.string() }),
])
export type PrintRecord = z.infer<typeof printRecordSchema>

export interface JobInQueue {
  readonly job: QueuedJob
  readonly state: 'waiting' | 'printing' | 'perhaps'
}
/** In the order of the requests. */
export type PrintJobs = readonly JobInQueue[]

/** Returns the queue after a record. A record that does not fit changes nothing. */
export function afterRecord(jobs: PrintJobs, record: PrintRecord): PrintJobs {
  const move = (from: JobInQueue['state'], state: JobInQueue['state'], id: string): PrintJobs =>
    jobs.map((one) => (one.job.id === id && one.state === from ? { ...one, state } : one))
  switch (record.kind) {
    case 'waiting': {
      const { job } = record
      return jobs.some((one) => one.job.id === job.id) ? jobs : [...jobs, { job, state: 'waiting' }]
    }
    case 'printing':
      return move('waiting', 'printing', record.id)
    case 'not_begun':
      return move('printing', 'waiting', record.id)
    case 'perhaps':
      return move('printing', 'perhaps', record.id)
    case 'again':
      return move('perhaps', 'waiting', record.id)
    case 'gone':
      return jobs.filter(({ job }) => job.id !== record.id)
    default:
      return assertNever(record)
  }
}

/** The queue as the last run left it: a job that was printing then is perhaps printed. */
export const afterRestart = (records: readonly PrintRecord[]): PrintJobs =>
  records
    .reduce(afterRecord, [])
    .map((one) => (one.state === 'printing' ? { ...one, state: 'perhaps' } : one))

/** The records of a new journal for this queue. */
export const recordsOf = (jobs: PrintJobs): readonly PrintRecord[] =>
  jobs.flatMap(({ job, state }): readonly PrintRecord[] => {
    const { id } = job
    const queued: PrintRecord = { kind: 'waiting', job }
    if (state === 'waiting') return [queued]
    const printing: PrintRecord = { kind: 'printing', id }
    return state === 'printing' ? [queued, printing] : [queued, printing, { kind: 'perhaps', id }]
  })

/** The next job of a printer; null while it prints, or without one. Jobs that wait for a person do not block others. */
export function nextJob(jobs: PrintJobs, printerId: string): QueuedJob | null {
  const its = jobs.filter(({ job }) => job.printer_id === printerId)
  if (its.some(({ state }) => state === 'printing')) return null
  return its.find(({ state }) => state === 'waiting')?.job ?? null
}
