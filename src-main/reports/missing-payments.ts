import { type OpenBill, paymentNames } from '../../src-shared/pos/bill/open-bills.ts'
import type { Difference } from '../../src-shared/pos/report/compare.ts'
import type { ReportFacts } from '../../src-shared/pos/report/facts.ts'
import type { SalesBook } from '../sales/sales-book.ts'

/**
 * How long before a payment the book is searched for its bill, in ms. A bill leaves after it is paid, so its time is
 * earlier only if the counter's clock was behind the service's. With a clock that is further off, a service's
 * certificate is soon not accepted any more.
 */
export const lookedBackMs = 31 * 24 * 60 * 60_000

export interface OpenBefore {
  /** The numbers of bills that were open before a report's records were read. */
  readonly openBefore: readonly string[]
}

/**
 * Removes the differences for payments that are found in the book by now. While the records were read, bills may have
 * been begun and have left; others leave long after a partial payment. Only a bill with the payment itself settles a
 * difference: the bill may have been paid with something else.
 */
export async function withoutFound(
  differences: readonly Difference[],
  {
    sources,
    facts,
    openBefore,
    since,
    ...counter
  }: OpenBefore & {
    readonly sources: { readonly book: Pick<SalesBook, 'naming'> }
    readonly facts: Pick<ReportFacts, 'cash'>
    /** The start of the search in the book, in ms since the epoch. */
    readonly since: number
    readonly openBills: () => readonly OpenBill[]
  },
): Promise<readonly Difference[]> {
  const missing = differences.filter(isMissing)
  if (missing.length === 0) return differences
  // Before the book: a bill stays open until the book has it.
  const open = counter.openBills()
  const wanted = new Set(missing.flatMap(({ number, intent_id }) => [number, intent_id ?? number]))
  const found = await sources.book.naming(wanted, since)
  const known = new Set([...open.flatMap(({ payments }) => payments), ...found.flatMap(paymentNames)])
  const moving = new Set(open.flatMap(({ number, isMoving }) => (isMoving ? [number] : [])))
  const present = new Set([...open, ...found].map(({ number }) => number))
  const hasCash = (bill: string) =>
    facts.cash.every((one) => one.kind !== 'sale' || one.bill !== bill || known.has(one.id))
  const isFound = ({ number, intent_id }: Missing): boolean => {
    if (moving.has(number)) return true
    // The bill has left without a remaining payment, for example because its charge was given back.
    if (openBefore.includes(number) && !present.has(number)) return true
    return intent_id === null ? hasCash(number) : known.has(intent_id) || known.has(number)
  }
  return differences.filter((one) => !isMissing(one) || !isFound(one))
}

type Missing = Difference & { readonly number: string }

const isMissing = (one: Difference): one is Missing =>
  one.number !== null && (one.kind === 'not_in_book' || one.kind === 'cash_not_in_book')
