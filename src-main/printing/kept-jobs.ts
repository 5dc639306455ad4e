import { createTurns } from '../async/in-turn.ts'
import { keepUnreadable } from '../journal/keep-unreadable.ts'
import { type LineFile, newestFirst, readJournal, startLineFile } from '../journal/line-file.ts'
import type { Log } from '../log.ts'
import {
  afterRecord,
  afterRestart,
  type PrintJobs,
  type PrintRecord,
  printRecordSchema,
  recordsOf,
} from './print-jobs.ts'

/** The jobs of the print queue, in a journal on the disk. */
export interface KeptJobs {
  present(): PrintJobs
  /** Resolves when the record is on the disk. */
  write(record: PrintRecord): Promise<void>
  /** Keeps an outcome even if it cannot be written; the next run then asks about the job. */
  writeOutcome(record: PrintRecord): Promise<void>
  /** Resolves when everything is written. */
  close(): Promise<void>
}

export async function openKeptJobs(path: string, onChange: () => void, log: Log): Promise<KeptJobs> {
  let jobs = afterRestart(await readRecords(path, log))
  let file: LineFile = await startLineFile(path, recordsOf(jobs))
  /** Writes run one after the other: a record must not go to a journal that is being replaced. */
  const { inTurn, settled } = createTurns()

  function apply(record: PrintRecord): void {
    jobs = afterRecord(jobs, record)
    onChange()
  }

  /** Removes printed jobs from the disk: a gift card's code must not stay there longer than necessary. */
  async function forget(): Promise<void> {
    const old = file
    try {
      file = await startLineFile(path, recordsOf(jobs))
      await old.close()
    } catch (error) {
      // The record is in the journal all the same; the next removal tries again.
      log.error({ err: error }, 'printing.journal_not_shortened')
    }
  }

  const write = (record: PrintRecord): Promise<void> =>
    inTurn(async () => {
      await file.append(record)
      apply(record)
      if (record.kind === 'gone') await forget()
    })

  return {
    present: () => jobs,
    write,
    writeOutcome: (record) =>
      write(record).catch((error: unknown) => {
        log.error({ err: error, record: record.kind }, 'printing.not_recorded')
        apply(record)
      }),
    async close() {
      await settled()
      await file.close()
    },
  }
}

async function readRecords(path: string, log: Log): Promise<readonly PrintRecord[]> {
  const records: PrintRecord[] = []
  let damaged = 0
  for (const { value, cutOff } of newestFirst(await readJournal(path))) {
    const record = printRecordSchema.safeParse(value).data
    if (record !== undefined) records.unshift(record)
    else if (!cutOff) damaged++
  }
  if (damaged > 0) {
    const kept = await keepUnreadable(path)
    log.error({ kept, lines: damaged }, 'printing.journal_unreadable')
  }
  return records
}
