import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'

const text = (value: string, weight: 'normal' | 'bold' | 'large' = 'normal'): ReceiptLine => ({
  kind: 'text',
  text: value,
  align: 'center',
  weight,
})
const pair = (left: string, right: string, weight: 'normal' | 'bold' = 'normal'): ReceiptLine => ({
  kind: 'pair',
  left,
  right,
  weight,
})

/** A receipt of typical length. */
export const receipt: readonly ReceiptLine[] = [
  text('Harbor Coffee', 'large'),
  text('12 Pier Street'),
  text('San Francisco, CA 94107'),
  { kind: 'space' },
  pair('2026-11-21 14:05', 'SALE'),
  { kind: 'rule' },
  pair('Subtotal', '$12.34'),
  pair('Tip', '$2.47'),
  pair('Total USD', '$14.81', 'bold'),
  { kind: 'rule' },
  pair('Card', 'Mastercard **** 4444'),
  pair('Entry', 'Chip'),
  pair('Authorization', 'PPS042'),
  pair('Application', 'MASTERCARD'),
  pair('AID', 'A0000000041010'),
  pair('TVR', '0000048000'),
  { kind: 'space' },
  text('APPROVED', 'bold'),
  text('PIN verified'),
  { kind: 'space' },
  text('CUSTOMER COPY'),
]
