import type { Payment, ReceiptData } from '../api/schemas/payment.ts'
import type { PaymentIntent } from '../api/schemas/payment-intent.ts'
import { formatMoney } from '../money.ts'
import { balanceDue, isPartialApproval } from '../payments/partial-approval.ts'
import { itemLines } from './item-lines.ts'
import type { ReceiptLine } from './lines.ts'
import { chargedAmount, type GivenOutcome } from './receipt-outcome.ts'

/** Who the receipt is for: a merchant copy carries the line to sign on. */
export type ReceiptCopy = 'customer' | 'merchant'

export interface ReceiptInput {
  readonly receiptData: ReceiptData
  readonly payment: Payment
  /** By `receiptOutcome`: of some payments nothing is given. */
  readonly outcome: GivenOutcome
  readonly intent: Pick<PaymentIntent, 'tip_amount' | 'tax_amount' | 'surcharge_amount'>
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
  const { receiptData: data, payment, outcome } = input
  return [
    ...merchantLines(data),
    space,
    pair(receiptTime(data.date_time), 'SALE'),
    rule,
    ...orderLines(data, payment.currency),
    ...amountLines(input),
    ...returnLines(input),
    rule,
    ...cardLines(payment),
    space,
    text(outcome.title, 'bold'),
    ...(outcome.kind === 'receipt'
      ? verificationLines(input)
      : [text(payment.failure_message ?? 'The card was not charged.')]),
    ...(data.footer === '' ? [] : [space, text(data.footer)]),
    space,
    text(input.copy === 'merchant' ? 'MERCHANT COPY' : 'CUSTOMER COPY'),
  ]
}

/** A receipt over money that nobody moved says so before anything else, wherever it is read. */
export const markTraining = (training: boolean, lines: readonly ReceiptLine[]): readonly ReceiptLine[] =>
  training ? [text('TRAINING: no money was moved', 'bold'), space, ...lines] : lines

/** Who gives the receipt. */
export const merchantLines = (data: ReceiptData): readonly ReceiptLine[] => [
  text(data.dba, 'large'),
  ...[data.address_1, data.address_2, data.phone, data.header].filter(Boolean).map((line) => text(line)),
  ...(data.merchant_id ? [text(`Merchant ${data.merchant_id}`)] : []),
]

/** What the merchant noted of the order, and what was bought; with a line below them. */
function orderLines({ order_note, items }: ReceiptData, currency: string): readonly ReceiptLine[] {
  const lines = [
    ...(order_note === '' ? [] : [text(order_note, 'normal', 'left')]),
    ...itemLines(items, currency),
  ]
  return lines.length === 0 ? [] : [...lines, rule]
}

/** A receipt that is printed again later names what went back meanwhile. */
function returnLines({ payment, outcome }: ReceiptInput): ReceiptLine[] {
  if (outcome.title === 'VOIDED') return [pair('VOID', 'nothing is charged', 'bold')]
  const returned = (name: string, cents: number) =>
    cents === 0
      ? []
      : [pair(`${name} ${payment.currency}`, `-${formatMoney(cents, payment.currency)}`, 'bold')]
  return [...returned('CREDIT', payment.amount_refunded), ...returned('RETURNED', payment.amount_reversed)]
}

/**
 * What the sale comes to, part by part, and what was charged of it. Where the bank approved less, the customer reads
 * what was approved and what is still owed: together they are the total.
 */
function amountLines({ payment, outcome, intent }: ReceiptInput): ReceiptLine[] {
  const money = (cents: number) => formatMoney(cents, payment.currency)
  const { surcharge_amount: surcharge, tax_amount: tax, tip_amount: tip } = intent
  const subtotal = payment.amount - surcharge - tax - tip
  const parts = [
    ['Subtotal', subtotal],
    ['Surcharge', surcharge],
    ['Tax', tax],
    ['Tip', tip],
  ] as const
  const stands = outcome.kind === 'receipt' && outcome.title !== 'VOIDED'
  const approved = payment.amount_authorized
  const charged = chargedAmount(payment)
  return [
    // Parts that were given for another amount than this attempt's would not add up.
    ...(subtotal === payment.amount || subtotal < 0
      ? []
      : parts.flatMap(([name, cents]) => (cents > 0 ? [pair(name, money(cents))] : []))),
    pair(`Total ${payment.currency}`, money(payment.amount), 'bold'),
    ...(stands && isPartialApproval(payment)
      ? [
          pair(`Approved ${payment.currency}`, money(approved), 'bold'),
          pair(`BALANCE DUE ${payment.currency}`, money(balanceDue(payment.amount, approved)), 'bold'),
        ]
      : []),
    ...(stands && charged < approved ? [pair(`Charged ${payment.currency}`, money(charged), 'bold')] : []),
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
