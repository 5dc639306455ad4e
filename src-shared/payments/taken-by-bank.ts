import type { Payment } from '../api/schemas/payment.ts'
import type { Cents } from '../money.ts'
import type { TakenBack } from './taken-back.ts'

type Facts = Pick<
  Payment,
  'disputed' | 'reversed' | 'amount_disputed' | 'amount_reversed' | 'gateway_response'
>

/**
 * What the customer's bank really takes, in cents. A bank may dispute or reverse the whole of a partly refunded
 * payment. `amount_disputed` and `amount_reversed` hold only what was not given back otherwise, and `gateway_response`
 * the whole (docs/decisions/0014). Former versions counted no more than that, and stored no whole amount.
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

/** Another service's gateway may use the name for something else: accepts only whole cents, and at least the total. */
const wholeOf = (value: unknown, total: Cents): Cents =>
  typeof value === 'number' && Number.isSafeInteger(value) ? Math.max(value, total) : total

/** The totals: refunded + reversed + disputed never exceed the captured amount. Reversals, being final, come first. */
export function takenBackTotals(
  payment: Facts & Pick<Payment, 'amount_captured' | 'amount_refunded'>,
): Pick<Payment, 'amount_disputed' | 'amount_reversed'> {
  const taken = takenByBank(payment)
  const left = payment.amount_captured - payment.amount_refunded
  const amount_reversed = Math.min(taken.reversal, left)
  return { amount_reversed, amount_disputed: Math.min(taken.dispute, left - amount_reversed) }
}
