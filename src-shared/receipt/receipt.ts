import type { Payment, ReceiptData } from '../api/schemas/payment.ts'
import type { PaymentIntent } from '../api/schemas/payment-intent.ts'
import { formatMoney } from '../money.ts'
import type { ReceiptLine } from './lines.ts'

/** Who the receipt is for: a merchant copy carries the line to sign on. */
export type ReceiptCopy = 'customer' | 'merchant'

export interface ReceiptInput {
  readonly receiptData: ReceiptData
  readonly payment: Payment
  readonly intent: Pick<PaymentIntent, 'id' | 'amount' | 'tip_amount' | 'tax_amount' | 'surcharge_amount'>
  readonly copy: ReceiptCopy
}

export const text = (
  value: string,
  weight: 'normal' | 'bold' | 'large' = 'normal',
  align: 'left' | 'center' = 'center',
) => ({ kind: 'text', text: value, align, weight }) as const
export const pair = (left: string, right: string, weight: 'normal' | 'bold' | 'large' = 'normal') =>
  ({ kind: 'pair', left, right, weight }) as const
export const rule = { kind: 'rule' } as const
export const space = { kind: 'space' } as const

/**
 * The receipt of one payment by the card networks' rules: merchant, time, amounts, brand and last four, entry
 * mode, authorization code, AID and cardholder verification. Never the expiry date, never more than four digits.
 */
export function paymentReceipt(input: ReceiptInput): readonly ReceiptLine[] {
  const { receiptData: data, payment } = input
  const approved = payment.status !== 'failed'
  return [
    ...merchantLines(data),
    space,
    pair(receiptTime(data.date_time), 'SALE'),
    rule,
    ...amountLines(input),
    ...returnLines(payment),
    rule,
    ...cardLines(payment),
    space,
    text(approved ? (payment.status === 'pending' ? 'PENDING' : 'APPROVED') : 'DECLINED', 'bold'),
    ...(approved ? verificationLines(input) : [text(payment.failure_message ?? 'The card was not charged.')]),
    ...(data.footer === '' ? [] : [space, text(data.footer)]),
    space,
    text(input.copy === 'merchant' ? 'MERCHANT COPY' : 'CUSTOMER COPY'),
  ]
}

/** Who gives the receipt. */
export const merchantLines = (data: ReceiptData): readonly ReceiptLine[] => [
  text(data.dba, 'large'),
  ...[data.address_1, data.address_2, data.phone, data.header].filter(Boolean).map((line) => text(line)),
  ...(data.merchant_id ? [text(`Merchant ${data.merchant_id}`)] : []),
]

/** A receipt that is printed again later tells what went back meanwhile. */
function returnLines(payment: Payment): ReceiptLine[] {
  if (isReturned(payment)) return [pair('VOID', 'nothing is charged', 'bold')]
  if (payment.amount_refunded === 0) return []
  return [
    pair(`CREDIT ${payment.currency}`, `-${formatMoney(payment.amount_refunded, payment.currency)}`, 'bold'),
  ]
}

const isReturned = ({ status }: Payment): boolean => status === 'voided' || status === 'cancelled'

function amountLines({ payment, intent }: ReceiptInput): ReceiptLine[] {
  const money = (cents: number) => formatMoney(cents, payment.currency)
  const extras = intent.tip_amount + intent.tax_amount + intent.surcharge_amount
  const charged = payment.status === 'failed' ? payment.amount : payment.amount_authorized
  return [
    ...(extras > 0 ? [pair('Subtotal', money(Math.max(intent.amount - extras, 0)))] : []),
    ...(intent.surcharge_amount > 0 ? [pair('Surcharge', money(intent.surcharge_amount))] : []),
    ...(intent.tax_amount > 0 ? [pair('Tax', money(intent.tax_amount))] : []),
    ...(intent.tip_amount > 0 ? [pair('Tip', money(intent.tip_amount))] : []),
    pair(`Total ${payment.currency}`, money(charged), 'bold'),
    ...(payment.status === 'captured' && payment.amount_captured < charged
      ? [pair(`Charged ${payment.currency}`, money(payment.amount_captured), 'bold')]
      : []),
  ]
}

const entryNames: Readonly<Record<string, string>> = {
  EMVContact: 'Chip',
  Contactless: 'Contactless',
  Swipe: 'Swiped',
  FallbackSwipe: 'Swiped (fallback)',
  FallbackKeyed: 'Keyed (fallback)',
  keyed: 'Keyed',
  DigitalWallet: 'Digital wallet',
}

export function cardLines(payment: Payment): ReceiptLine[] {
  const card = payment.payment_method?.card
  const bank = payment.payment_method?.bank
  const chip = chipTags(payment.emv_tag_data)
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Card', card ? `${card.brand} **** ${card.last_four_digits}` : undefined],
    ['Bank account', bank ? `**** ${bank.last_four_digits}` : undefined],
    ['Entry', payment.entry_mode === null ? undefined : entryNames[payment.entry_mode]],
    ['Authorization', payment.auth_code ?? undefined],
    ['Application', chip['Application Label']],
    ['AID', chip.AID],
    ['TVR', chip.TVR],
    ['TSI', chip.TSI],
  ]
  return rows.flatMap(([left, right]) => (right ? [pair(left, right)] : []))
}

/** The tags the terminal reported, {} for a card without a chip. */
export function chipTags(emvTagData: string | null): Readonly<Record<string, string>> {
  if (!emvTagData) return {}
  try {
    const parsed: unknown = JSON.parse(emvTagData)
    if (typeof parsed !== 'object' || parsed === null) return {}
    return Object.fromEntries(Object.entries(parsed).map(([tag, value]) => [tag, String(value)]))
  } catch {
    return {}
  }
}

function verificationLines({ payment, copy }: ReceiptInput): ReceiptLine[] {
  const chip = chipTags(payment.emv_tag_data)
  const statement = chip.PIN ?? chip.CVM
  if (statement) return [text(statement)]
  if (payment.terminal_details?.signature) return [text('Signature on file')]
  return copy === 'merchant' ? [space, text('x______________________'), text('Signature')] : []
}

/** YYYYMMDDHHMMSS as 2026-11-21 14:05. */
export const receiptTime = (stamp: string): string =>
  stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d).*$/, '$1-$2-$3 $4:$5')
