import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'

export const pair = (left: string, right: string, weight: 'normal' | 'bold' = 'normal'): ReceiptLine => ({
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

/** A receipt of $12.34 with a tip of 20 % and a signature. */
export const receipt: readonly ReceiptLine[] = [
  text('Harbor Street Coffee', 'large'),
  text('12 Harbor Street'),
  text('Portland, ME 04101'),
  text('(207) 555-0134'),
  { kind: 'space' },
  pair('2026-11-21 14:05', 'SALE'),
  { kind: 'rule' },
  pair('Subtotal', '$12.34'),
  pair('Tip', '$2.47'),
  pair('Total USD', '$14.81', 'bold'),
  { kind: 'rule' },
  pair('Card', 'Visa **** 1111'),
  pair('Entry', 'Chip'),
  pair('Authorization', '482913'),
  pair('Application', 'VISA CREDIT'),
  pair('AID', 'A0000000031010'),
  pair('TVR', '0080008000'),
  pair('TSI', 'E800'),
  { kind: 'space' },
  text('APPROVED', 'bold'),
  text('Signature on file'),
  { kind: 'space' },
  text('CUSTOMER COPY'),
]

export const receiptWithoutTip = receipt.flatMap((line): ReceiptLine[] => {
  if (line.kind !== 'pair') return [line]
  if (line.left === 'Subtotal' || line.left === 'Tip') return []
  return [line.left === 'Total USD' ? { ...line, right: '$12.34' } : line]
})
