import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { receiptNumberOf } from '../../src-shared/pos/bill/receipt-number-of.ts'
import type { PaymentHistory } from '../../src-shared/pos/manager/manager.ts'
import { chipTags } from '../../src-shared/receipt/receipt.ts'

export interface DetailFact {
  /** Key of `details.*` in the language files. */
  readonly name: 'receipt_number' | 'cashier' | 'counter' | 'terminal' | 'settled' | 'settlement'
  readonly value: string
}

/** Who sold it, where, and whether it is settled. Unknown facts are left out. */
export function detailFactsOf({ intent, payments }: PaymentHistory): readonly DetailFact[] {
  const terminal = payments.find((payment) => payment.terminal_details?.hsn !== undefined)?.terminal_details
    ?.hsn
  const fact = (name: DetailFact['name'], value: unknown): DetailFact[] =>
    typeof value === 'string' && value !== '' ? [{ name, value }] : []
  return [
    ...fact('receipt_number', receiptNumberOf(intent)),
    ...fact('cashier', intent.user_fields.cashier),
    ...fact('counter', intent.user_fields.counter),
    ...fact('terminal', terminal),
    ...fact('settled', intent.settled_at),
    ...fact('settlement', intent.settlement_id),
  ]
}

/** Chip data that a bank asks about, with its standard names. */
const shownTags = [
  'Application Preferred Name',
  'Application Label',
  'AID',
  'TVR',
  'TSI',
  'IAD',
  'ARC',
  'CVM',
  'Application Cryptogram',
] as const

export const chipFactsOf = (
  payment: Payment,
): readonly { readonly name: string; readonly value: string }[] => {
  const tags = chipTags(payment.emv_tag_data)
  return shownTags.flatMap((name) => {
    const value = tags[name]
    return value === undefined || value === '' ? [] : [{ name, value }]
  })
}
