import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Numbering } from '../../../src-shared/pos/bill/bill.ts'
import { firstNumber } from '../../../src-shared/pos/bill/numbering.ts'

/** Without I and O, which are read as digits. */
const letters = [...'ABCDEFGHJKLMNPQRSTUVWXYZ']
const everySeries = letters.flatMap((first) => letters.map((second) => `${first}${second}`))

/**
 * Without a journal, or with one that has lost its numbers, none may be given twice: they begin in a series that nothing
 * beside it names, not the drawer's ledger, the book of sales, the returns, nor a copy of what could not be read.
 * @param elsewhere series that were used besides
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
    // A folder, or what the disk does not give any more: there is nothing to be learnt from it.
    const text = await readFile(join(folder, name), 'utf8').catch(() => '')
    for (const [, series] of text.matchAll(numberOrSeries)) if (series !== undefined) used.add(series)
  }
  return used
}
