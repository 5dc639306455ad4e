import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { memberOf } from '../../../src-shared/json-object.ts'
import { type FoundLine, linesFromEnd } from '../../journal/line-file.ts'

/** Number of lines read from the end of a book: bills leave the counter nearly in the order of their numbers. */
const lines = 50

/** The receipt numbers that were last written into the book of sales and into the drawer's ledger. */
export async function newestInBooks(paths: {
  readonly drawer: string
  readonly soldBills: string
}): Promise<readonly string[]> {
  const months = await readdir(paths.soldBills).catch(() => [])
  const month = months
    .filter((name) => /^\d{4}-\d\d\.jsonl$/.test(name))
    .sort()
    .at(-1)
  const [booked, sold] = await Promise.all([
    newestOf(linesFromEnd(paths.drawer), ({ value }) =>
      isOfBill(memberOf(value, 'kind')) ? memberOf(value, 'bill') : null,
    ),
    month === undefined
      ? []
      : newestOf(linesFromEnd(join(paths.soldBills, month)), ({ value }) =>
          memberOf(memberOf(value, 'bill'), 'number'),
        ),
  ])
  return [...booked, ...sold]
}

/** For a refund a person types the receipt's number, and may mistype it. */
const isOfBill = (kind: unknown): boolean => kind === 'sale' || kind === 'returned'

/** Returns the numbers that could be read: none of a missing or unreadable file. */
async function newestOf(
  found: AsyncGenerator<FoundLine>,
  numberOf: (line: FoundLine) => unknown,
): Promise<readonly string[]> {
  const numbers: string[] = []
  let read = 0
  try {
    for await (const line of found) {
      const number = numberOf(line)
      if (typeof number === 'string') numbers.push(number)
      read += 1
      if (read === lines) break
    }
  } catch {
    return numbers
  }
  return numbers
}
