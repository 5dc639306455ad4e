import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Cents } from '../../src-shared/money.ts'
import { type TakenBack, takenBackOf } from '../../src-shared/payments/taken-back.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row, Store } from '../store/store.ts'
import type { Decided, DecisionContext } from '../use-case.ts'
import { type BookedFee, bookFee } from './book-fee.ts'
import type { Payer } from './plans.ts'

/**
 * The amount that the customer's bank takes back is a separate line in the next settlement (docs/decisions/0014). In
 * the specification's terms the line is a fee: an UNKNOWN_BANK_ACTIVITY_ADJUSTMENT whose `fee_sub_type` is the kind.
 * A settlement sums these lines separately from its fees.
 */

/** The amounts that the lines of a payment have taken so far, less what they gave back. */
export type TakenLines = Readonly<Record<TakenBack, Cents>>

export async function takenLinesOf(
  store: Pick<Store, 'list'>,
  { account_id, id }: Pick<Row<Payment>, 'account_id' | 'id'>,
): Promise<TakenLines> {
  // Queried by the payment only: an account has many adjustments, a payment has few fees.
  const where = [{ column: 'source_id', is: '=', value: id }] as const
  const lines = { dispute: 0, reversal: 0 }
  for await (const { document } of rowsOf<Fee>(store, 'fee', { account_id, where })) {
    const kind = takenBackOf(document)
    if (kind !== null) lines[kind] += document.is_refund ? -document.amount : document.amount
  }
  return lines
}

interface Taken {
  readonly kind: TakenBack
  readonly amount: Cents
}

/** Books the line that takes an amount. None for an external payment: its gateway pays it out and takes it back. */
export const bookTaken = (
  payment: Payment,
  payer: Payer,
  { kind, amount }: Taken,
  context: DecisionContext,
): Pick<Decided<unknown>, 'writes' | 'events'> =>
  bookFee(payment, payer, lineOf(payment, { kind, amount: payment.external ? 0 : amount }, false), context)

/** Books the line that gives back what another line took. */
export const bookGivenBack = (
  payment: Payment,
  payer: Payer,
  taken: Taken,
  context: DecisionContext,
): Pick<Decided<unknown>, 'writes' | 'events'> =>
  bookFee(payment, payer, lineOf(payment, taken, true), context)

const lineOf = ({ id }: Payment, { kind, amount }: Taken, is_refund: boolean): BookedFee => ({
  fee_type: 'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT',
  amount,
  details: { fee_sub_type: kind, is_refund, description: descriptions[kind](id, is_refund) },
})

const descriptions: { readonly [Kind in TakenBack]: (id: string, isGiven: boolean) => string } = {
  dispute: (id, isGiven) =>
    isGiven ? `The disputed amount of payment ${id} was returned` : `Payment ${id} was disputed`,
  reversal: (id, isGiven) =>
    isGiven ? `The reversed amount of payment ${id} was returned` : `Payment ${id} was reversed`,
}
