import type { ManagerAction } from '../../src-shared/pos/manager/manager.ts'
import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import { histories, payment } from './manager-data.ts'

const pair = (left: string, right: string, weight: 'normal' | 'bold' = 'normal'): ReceiptLine => ({
  kind: 'pair',
  left,
  right,
  weight,
})
const text = (words: string, weight: 'normal' | 'bold' | 'large' = 'normal'): ReceiptLine => ({
  kind: 'text',
  text: words,
  align: 'center',
  weight,
})

const creditReceipt: ReceiptLine[] = [
  text('Harbor Street Coffee', 'large'),
  text('12 Harbor Street'),
  { kind: 'space' },
  pair('2026-11-21 14:05', 'REFUND'),
  { kind: 'rule' },
  pair('CREDIT USD', '$5.00', 'bold'),
  { kind: 'rule' },
  pair('Card', 'Visa **** 1111'),
  pair('Authorization', '482913'),
  { kind: 'space' },
  text('CUSTOMER COPY'),
]

const action: ManagerAction = {
  id: 'act_1',
  kind: 'refund',
  intent_id: histories.paid.intent.id,
  payment_id: payment.id,
  amount: 500,
  currency: 'USD',
  reason: '',
  refund_splits: [],
  tip_amount: null,
  surcharge_amount: null,
  started_at: '2026-11-21T14:05:10.000Z',
  state: 'sending',
  detail: '',
  tries: 0,
  receipt: null,
  print: 'not_asked',
}

export const actions = {
  sending: action,
  checking: { ...action, state: 'checking', tries: 3 },
  done: { ...action, state: 'done', receipt: creditReceipt },
  printed: { ...action, state: 'done', receipt: creditReceipt, print: 'printed' },
  refused: {
    ...action,
    state: 'refused',
    detail: 'amount is 500, but only 300 of this payment is left to refund.',
  },
  unresolved: { ...action, state: 'unresolved', detail: 'This key may not look at this account.', tries: 14 },
} as const satisfies Readonly<Record<string, ManagerAction>>
