import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Numbering } from '../../../src-shared/pos/bill/bill.ts'
import { firstNumber } from '../../../src-shared/pos/bill/numbering.ts'

/** Without I and O, which are read as digits. */
const letters = [...'ABCDEFGHJKLMNPQRSTUVWXYZ']
const everySeries = letters.flatMap((first) => letters.map((second) => `${first}${second}`))

/**
 * Starts a new series, so that no number is given twice, for a counter without a journal or with one that has lost its
 * numbers. No file beside the journal names this series: the drawer's ledger, the book of sales, the returns, or a copy
 * of an unreadable journal.
 * @param elsewhere further series that were used
 */
export async function newNumbering(
  journalPath: string,
  elsewhere: () => Promise<ReadonlySet<string>>,
): Promise<Numbering> {
  const [here, there] = await Promise.all([usedSeries(journalPath), elsewhere()])
  const free = everySeries.filter((series) => !here.has(series) && !there.has(series))
  const among = free.length > 0 ? free : everySeries
  return { series: among[randomInt(among.length)] ?? 'AA', next: firstNumber }
}

const numberOrSeries = /"([A-Z]{2})(?:\d{4,})?"/g

async function usedSeries(journalPath: string): Promise<ReadonlySet<string>> {
  const used = new Set<string>()
  const account = basename(journalPath, '.jsonl')
  const folder = dirname(journalPath)
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(`${account}.`))) {
    // A folder, or a file that cannot be read, names no series.
    const text = await readFile(join(folder, name), 'utf8').catch(() => '')
    for (const [, series] of text.matchAll(numberOrSeries)) if (series !== undefined) used.add(series)
  }
  return used
}
