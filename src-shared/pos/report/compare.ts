import { z } from 'zod'
import type { CardTender } from '../bill/bill.ts'
import type { ReportFacts } from './facts.ts'
import { total } from './summed.ts'

/** A card payment as the service shows it. Cents. */
export interface ServicePayment {
  readonly intent_id: string
  readonly payment_id: string
  /** When it was captured, ms since the epoch. */
  readonly at: number
  /** What was taken, tip and surcharge counted; 0 for one that was voided before. */
  readonly captured: number
  /** What of it has gone back, or is on its way, by voids and refunds, and what the customer's bank took back for good. */
  readonly returned: number
  /** The receipt's number that it was charged for; null for what no counter's bill was. */
  readonly number: string | null
  readonly by_link: boolean
}

export const differenceKinds = [
  'not_at_service',
  'amount_differs',
  'not_in_book',
  'returned_elsewhere',
  'return_not_at_service',
  'cash_not_in_ledger',
  'cash_not_in_book',
] as const

/** Where two records of the same sale do not agree. `here`, `there`: cents in the book of sales, and in the other record. */
export const differenceSchema = z.object({
  kind: z.enum(differenceKinds),
  number: z.string().nullable(),
  intent_id: z.string().nullable(),
  here: z.number().int(),
  there: z.number().int(),
})
export type Difference = z.infer<typeof differenceSchema>

/**
 * Holds what this counter has in its book against what the service shows: each card by its intent, to the cent, both what
 * was paid and what went back since.
 *
 * `everReturned` has what went back of each payment, null while something of it is on its way.
 *
 * @param payments all captured in the period, and besides each that the book names
 * @param isOwn whether the receipt's number of a payment that was captured then is of this counter
 * @param known what names the payments of the book, of whatever period; see `paymentNames`
 */
export function compareCards(
  facts: Pick<ReportFacts, 'sold'> & { readonly everReturned: ReadonlyMap<string, number | null> },
  payments: readonly ServicePayment[],
  isOwn: (number: string, at: number) => boolean,
  known: ReadonlySet<string>,
): readonly Difference[] {
  const byIntent = new Map(payments.map((payment) => [payment.intent_id, payment]))
  const cards = facts.sold.flatMap(({ bill }) =>
    bill.tenders.flatMap((tender) => (tender.kind === 'card' ? [{ number: bill.number, tender }] : [])),
  )
  const inBook = new Set(cards.map(({ tender }) => tender.sale.intent_id))
  return [
    ...cards.flatMap(({ number, tender }) =>
      compareCard(number, tender, byIntent.get(tender.sale.intent_id ?? '') ?? null, facts.everReturned),
    ),
    ...payments
      .filter(({ intent_id, number, at, captured, returned }) => {
        if (number === null || inBook.has(intent_id) || captured === returned) return false
        // That the book has the bill says nothing: it may be paid with something else.
        return isOwn(number, at) && !known.has(intent_id) && !known.has(number)
      })
      .map(
        ({ number, intent_id, captured, returned }): Difference => ({
          kind: 'not_in_book',
          number,
          intent_id,
          here: 0,
          there: captured - returned,
        }),
      ),
  ]
}

function compareCard(
  number: string,
  tender: CardTender,
  payment: ServicePayment | null,
  everReturned: ReadonlyMap<string, number | null>,
): readonly Difference[] {
  const { intent_id } = tender.sale
  const known = everReturned.get(tender.payment.payment_id)
  const of = (kind: Difference['kind'], here: number, there: number): Difference => ({
    kind,
    number,
    intent_id,
    here,
    there,
  })
  const paid = tender.status === 'paid' ? tender.amount + tender.tip + tender.surcharge : 0
  // It went back before the bill left: the tender is without it.
  const before = tender.payment.returned ?? 0
  if (payment === null) return paid === 0 ? [] : [of('not_at_service', paid, 0)]
  // Undone before the bill left: nothing of it may stand.
  if (paid === 0) {
    const stands = payment.captured - payment.returned
    return stands === 0 ? [] : [of('amount_differs', 0, stands)]
  }
  const back = known === null ? payment.returned : before + (known ?? 0)
  return [
    ...(payment.captured === paid + before ? [] : [of('amount_differs', paid + before, payment.captured)]),
    ...(payment.returned > back ? [of('returned_elsewhere', back, payment.returned)] : []),
    ...(payment.returned < back ? [of('return_not_at_service', back, payment.returned)] : []),
  ]
}

/**
 * Holds the cash in the book against the drawer's ledger, bill by bill. Both may have it on different sides of the
 * period's ends: so a bill is compared with all that the ledger has of it.
 *
 * @param ledger what the ledger has of each receipt's number, sales less what was handed back, of whatever period
 * @param isKnown whether the bill of that number has the cash of this entry of the ledger, of whatever period
 */
export function compareCash(
  facts: Pick<ReportFacts, 'sold' | 'cash'>,
  ledger: ReadonlyMap<string, number>,
  isKnown: (number: string, entryId: string) => boolean,
): readonly Difference[] {
  const unknown = facts.cash.flatMap((one) =>
    one.kind === 'sale' && !isKnown(one.bill, one.id) ? [one.bill] : [],
  )
  const missing = [...new Set(unknown)].filter((number) => ledger.get(number) !== 0)
  return [
    ...facts.sold.flatMap(({ bill }): Difference[] => {
      const here = total(
        bill.tenders.map((one) =>
          one.kind === 'cash' && one.status === 'paid' ? one.amount + one.rounding : 0,
        ),
      )
      const there = ledger.get(bill.number) ?? 0
      return here === there
        ? []
        : [{ kind: 'cash_not_in_ledger', number: bill.number, intent_id: null, here, there }]
    }),
    ...missing.map(
      (number): Difference => ({
        kind: 'cash_not_in_book',
        number,
        intent_id: null,
        here: 0,
        there: ledger.get(number) ?? 0,
      }),
    ),
  ]
}
