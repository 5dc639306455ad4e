import { z } from 'zod'
import type { CardTender } from '../bill/bill.ts'
import type { ReportFacts } from './facts.ts'
import { total } from './summed.ts'

/** A card payment by the service's data. In cents. */
export interface ServicePayment {
  readonly intent_id: string
  readonly payment_id: string
  /** When it was captured, ms since the epoch. */
  readonly at: number
  /** The captured amount, including tip and surcharge; 0 if it was voided before. */
  readonly captured: number
  /** Voids and refunds, including pending ones, and what the customer's bank finally took back. */
  readonly returned: number
  /** The number of the receipt that it was charged for; null if it is not of a counter's bill. */
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

/** A mismatch of two records of a sale. `here`, `there`: cents in the book of sales and in the other record. */
export const differenceSchema = z.object({
  kind: z.enum(differenceKinds),
  number: z.string().nullable(),
  intent_id: z.string().nullable(),
  here: z.number().int(),
  there: z.number().int(),
})
export type Difference = z.infer<typeof differenceSchema>

/**
 * Compares this counter's book with the service: each card by its intent, to the cent, both the payment and later
 * refunds.
 *
 * `everReturned` has the refunds of each payment, null while one of them is pending.
 *
 * @param payments all captured in the period, plus each one that the book names
 * @param isOwn whether the receipt number of a payment captured at that time belongs to this counter
 * @param known the names of the book's payments, of any period; see `paymentNames`
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
        // A bill in the book proves nothing: it may be paid by another tender.
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
  // It went back before the bill left, so the tender excludes it.
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
 * Compares the cash in the book with the drawer's ledger, bill by bill. The two may fall on different sides of a
 * period's end, so a bill is compared with all of its ledger entries.
 *
 * @param ledger cash by receipt number in the ledger, sales less cash handed back, of any period
 * @param isKnown whether the bill of that number has the cash of this ledger entry, of any period
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
