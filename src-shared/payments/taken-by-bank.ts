import type { Payment } from '../api/schemas/payment.ts'
import type { Cents } from '../money.ts'
import type { TakenBack } from './taken-back.ts'

type Facts = Pick<
  Payment,
  'disputed' | 'reversed' | 'amount_disputed' | 'amount_reversed' | 'gateway_response'
>

/**
 * What the customer's bank really takes, cents. A bank may dispute or reverse a payment of which a part was refunded, over
 * all of it: `amount_disputed` and `amount_reversed` hold only what is not given back otherwise, and `gateway_response`
 * the whole (docs/decisions/0014). Former versions took in no more than that, and wrote no whole.
 */
export const takenByBank = ({
  disputed,
  reversed,
  amount_disputed,
  amount_reversed,
  gateway_response,
}: Facts): Readonly<Record<TakenBack, Cents>> => ({
  dispute: disputed ? wholeOf(gateway_response.dispute_amount, amount_disputed) : amount_disputed,
  reversal: reversed ? wholeOf(gateway_response.reversal_amount, amount_reversed) : amount_reversed,
})

/** Another service's gateway may mean something else by the same name: never less than the total, and whole cents. */
const wholeOf = (value: unknown, total: Cents): Cents =>
  typeof value === 'number' && Number.isSafeInteger(value) ? Math.max(value, total) : total

/** What of it the totals show, so that refunded + reversed + disputed never exceed what was captured: the final first. */
export function takenBackTotals(
  payment: Facts & Pick<Payment, 'amount_captured' | 'amount_refunded'>,
): Pick<Payment, 'amount_disputed' | 'amount_reversed'> {
  const taken = takenByBank(payment)
  const left = payment.amount_captured - payment.amount_refunded
  const amount_reversed = Math.min(taken.reversal, left)
  return { amount_reversed, amount_disputed: Math.min(taken.dispute, left - amount_reversed) }
}
