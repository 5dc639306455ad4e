import type { Cents } from '../../src-shared/money.ts'
import { takenByBank } from '../../src-shared/payments/taken-by-bank.ts'
import type { PaymentHistory } from '../../src-shared/pos/manager/manager.ts'
import { leftToRefund, paidWith } from './possible-actions.ts'

export interface MoneyLine {
  /** Key of `facts.*` in the language files. */
  readonly name:
    | 'asked'
    | 'tip'
    | 'tax'
    | 'surcharge'
    | 'authorized'
    | 'captured'
    | 'released'
    | 'refunded'
    | 'disputed'
    | 'reversed'
    | 'left'
  readonly amount: Cents
  readonly strong: boolean
}

/** Where the money is: how much was requested, held, captured and refunded. Amounts of zero are left out. */
export function moneyFactsOf(history: PaymentHistory): readonly MoneyLine[] {
  const { intent } = history
  const payment = paidWith(history)
  const last = intent.latest_payment
  const taken = last === null ? { dispute: 0, reversal: 0 } : takenByBank(last)
  const line = (name: MoneyLine['name'], amount: Cents, strong = false): MoneyLine[] =>
    amount > 0 ? [{ name, amount, strong }] : []
  return [
    { name: 'asked', amount: intent.amount, strong: false },
    ...line('tip', intent.tip_amount),
    ...line('tax', intent.tax_amount),
    ...line('surcharge', intent.surcharge_amount),
    ...line('authorized', intent.amount_authorized),
    ...line('captured', intent.amount_captured, true),
    ...line('released', intent.amount_voided),
    ...line('refunded', intent.amount_refunded, true),
    ...line('disputed', taken.dispute),
    ...line('reversed', taken.reversal),
    ...(payment?.status === 'captured'
      ? [{ name: 'left' as const, amount: leftToRefund(payment, history), strong: false }]
      : []),
  ]
}
