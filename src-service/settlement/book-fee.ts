import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { knownCurrency } from '../../src-shared/currency.ts'
import { currencyOf } from '../accounts/currency.ts'
import { feeEarner, feeSources, newFee } from '../fees/documents.ts'
import { inserted } from '../store/row-writes.ts'
import { isoTime } from '../time/clock.ts'
import type { Decided, DecisionContext } from '../use-case.ts'
import type { Payer } from './plans.ts'

export interface BookedFee {
  readonly fee_type: Fee['fee_type']
  readonly amount: number
  readonly details?: Partial<Omit<Fee, 'amount' | 'fee_type'>>
}

/** Books a fee that the account owes for a payment or, with `is_refund`, gets back. Books nothing for 0 cents. */
export function bookFee(
  payment: Payment,
  { account }: Payer,
  { fee_type, amount, details = {} }: BookedFee,
  { now, newId }: DecisionContext,
): Pick<Decided<unknown>, 'writes' | 'events'> {
  if (amount === 0) return { writes: [], events: [] }
  const id = newId('fee')
  const { account_id } = payment
  const { to_owner_id, to_owner_type } = feeEarner(account)
  const payer = { id: account_id, type: 'account' }
  const earner = { id: to_owner_id, type: to_owner_type }
  const [from, to] = details.is_refund === true ? [earner, payer] : [payer, earner]
  const document = newFee(
    {
      id,
      created_at: isoTime(now),
      currency: knownCurrency(payment.currency) ?? currencyOf(account),
      fee_type,
      amount,
      from_owner_id: from.id,
      from_owner_type: from.type,
      to_owner_id: to.id,
      to_owner_type: to.type,
      source_type: feeSources.payment,
      source_account_id: account_id,
    },
    { source_id: payment.id, ...details },
  )
  return {
    writes: [inserted('fee', account_id, document, now)],
    events: [{ account_id, type: 'v2.fee.created', object: document }],
  }
}
