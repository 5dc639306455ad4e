import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { givenBackOf, refundableOf } from '../../src-shared/payments/refundable.ts'
import type { Bill, Tender } from '../../src-shared/pos/bill/bill.ts'
import { type CommandRefusal, refuse, serviceNotUp } from '../../src-shared/pos/refusals.ts'
import type { CountedReturn, Return, ReturnPart } from '../../src-shared/pos/returns/return.ts'
import { givenBackBy, givenOtherwise, partCents } from '../../src-shared/pos/returns/return-sums.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { ManagerActions } from '../manager/actions.ts'
import type { SalesBook } from './sales-book.ts'

/**
 * Returns the payments of the cards that the money goes back to, or that pay for other goods. Only the service knows
 * how much is left of each; refuses where that is not enough.
 *
 * @param returns all known returns including these parts: what a customer got in another way is not left either
 */
export async function leftOfPayments(
  parts: readonly ReturnPart[],
  returns: readonly CountedReturn[],
  manager: () => Promise<{ readonly paymentNow: ManagerActions['paymentNow'] } | null>,
): Promise<Result<readonly Payment[], CommandRefusal>> {
  const payments: Payment[] = []
  for (const part of parts) {
    const card = cardOf(part)
    if (card === null) continue
    const found = await (await manager())?.paymentNow(card)
    if (found === undefined) return err(serviceNotUp)
    if (!found.ok) return found
    const { payment_id, intent_id } = card
    const left = found.value.status === 'captured' ? refundableOf(found.value) : 0
    const asked = parts.reduce(
      (sum, one) => (one.kind === 'card' && one.payment_id === payment_id ? sum + partCents(one) : sum),
      givenOtherwise(returns, intent_id),
    )
    if (left < asked) {
      return refuse('given_back_elsewhere', `${payment_id}: ${left} of ${asked} cents are left`)
    }
    payments.push(found.value)
  }
  return ok(payments)
}

/** The tenders of a bill, and those of the bills whose goods were brought back for it: those cards paid for it, too. */
export async function tendersBehind(
  { tenders }: Pick<Bill, 'tenders'>,
  book: Pick<SalesBook, 'find'>,
): Promise<readonly Tender[]> {
  const behind = tenders.map(async (tender) => {
    const earlier = tender.kind === 'exchange' ? await book.find(tender.number) : null
    return earlier === null ? [] : tendersBehind(earlier.bill, book)
  })
  return [...tenders, ...(await Promise.all(behind)).flat()]
}

/**
 * Whether more went back of one of these payments than by this counter's returns, or before its bill was paid.
 * @param tenders the tenders that made these payments
 */
export const isGivenBackBesides = (
  payments: readonly Payment[],
  tenders: readonly Tender[],
  returns: readonly Return[],
): boolean =>
  payments.some((payment) => {
    const own = tenders.find((one) => one.kind === 'card' && one.payment.payment_id === payment.id)
    const before = own?.kind === 'card' ? (own.payment.returned ?? 0) : 0
    return givenBackOf(payment) > before + givenBackBy(returns, payment.id)
  })

/**
 * Adds to the first card part how much had gone back of its payment when that was checked. Only the first: once a part
 * has been given back, the return could not be cancelled when the next part is refused for this condition.
 */
export function withGivenBack(
  parts: readonly ReturnPart[],
  payments: readonly Payment[],
): readonly ReturnPart[] {
  const [part, ...others] = parts
  const payment = part?.kind === 'card' ? payments.find(({ id }) => id === part.payment_id) : undefined
  return part?.kind === 'card' && payment !== undefined
    ? [{ ...part, given_back: payment.amount_refunded }, ...others]
    : parts
}

function cardOf(part: ReturnPart): { readonly intent_id: string; readonly payment_id: string } | null {
  if (part.kind === 'card') return part
  return part.kind === 'exchange' && part.payer.kind === 'card' ? part.payer : null
}
