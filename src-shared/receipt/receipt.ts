import { amountSchema } from '../api/schemas/common.ts'
import type { Payment, ReceiptData } from '../api/schemas/payment.ts'
import { capturePartsSchema, type PaymentIntent } from '../api/schemas/payment-intent.ts'
import type { Language } from '../language.ts'
import { printedCard } from '../payments/card-name.ts'
import { namedBill, wholeOf } from '../payments/part-of-bill.ts'
import { balanceDue, isPartialApproval } from '../payments/partial-approval.ts'
import { isCode128 } from './code128.ts'
import { itemLines } from './item-lines.ts'
import type { ReceiptLine } from './lines.ts'
import { chargedAmount, type GivenOutcome } from './receipt-outcome.ts'
import { barcode, pair, receiptTime, rule, space, text } from './receipt-parts.ts'
import { type ReceiptWords, receiptWords } from './receipt-words.ts'
import { contactIn } from './shop-contact.ts'
import { shopLines } from './shop-lines.ts'
import { taxLines } from './tax-lines.ts'

/** The recipient of the receipt: a merchant copy has the line to sign on. */
export type ReceiptCopy = 'customer' | 'merchant'

export interface ReceiptInput {
  readonly receiptData: ReceiptData
  readonly payment: Payment
  /** From `receiptOutcome`: some payments have no receipt. */
  readonly outcome: GivenOutcome
  readonly intent: Pick<PaymentIntent, 'tip_amount' | 'tax_amount' | 'surcharge_amount' | 'order_details'>
  readonly copy: ReceiptCopy
  /** Defaults to English. */
  readonly language?: Language
  /** Whether it is printed below its bill's receipt, which already has the head, the number and the barcode. */
  readonly belowBill?: boolean
}

/**
 * The receipt of one payment by the card networks' rules: merchant, time, amounts, brand and last four, entry
 * mode, authorization code, AID and cardholder verification. Never the expiry date, never more than four digits.
 */
export function paymentReceipt(given: ReceiptInput): readonly ReceiptLine[] {
  const input = atCapture(given)
  const { receiptData: data, payment, outcome, belowBill = false } = input
  const words = receiptWords[input.language ?? 'en']
  const bill = belowBill ? null : namedBill(input.intent)
  return [
    ...(belowBill ? ownLines(data, words) : [...merchantLines(data, words), space]),
    pair(receiptTime(data.date_time), words.sale),
    ...(bill === null ? [] : [pair(words.receiptNumber, bill.number)]),
    rule,
    ...(partOf(input, words) ?? orderLines(data, payment.currency, input.language)),
    ...amountLines(input, words),
    ...returnLines(input, words),
    rule,
    ...cardLines(payment, words),
    space,
    text(words.titles[outcome.title], 'bold'),
    ...(outcome.kind === 'receipt'
      ? verificationLines(input, words)
      : [text(payment.failure_message ?? words.notCharged)]),
    ...(data.footer === '' ? [] : [space, text(data.footer)]),
    ...(belowBill ? [] : [space, text(input.copy === 'merchant' ? words.merchantCopy : words.customerCopy)]),
    ...(bill === null || !isCode128(bill.number) ? [] : [barcode(bill.number)]),
  ]
}

type Captured = Pick<Payment, 'gateway_response'>

/** Before captures could lower the surcharge, clients could send any value in this field: ignore invalid ones. */
const partsThen = capturePartsSchema.extend({ surcharge_amount: amountSchema.optional().catch(undefined) })

const sentWithCapture = ({ gateway_response }: Captured) =>
  partsThen.safeParse(gateway_response.payment_data ?? {}).data ?? {}

/** Whether the items came with the capture: a capture of a tab outside of the counter does not send them. */
export const isCapturedWithGoods = (payment: Captured): boolean =>
  sentWithCapture(payment).order_details?.items !== undefined

/**
 * When the card of a tab is authorized, only its hold is known: the items and the parts of the amount come with the
 * capture (docs/decisions/0061). The receipt is for the captured amount.
 */
function atCapture(input: ReceiptInput): ReceiptInput {
  const { payment, intent, receiptData } = input
  const sent = sentWithCapture(payment)
  if (payment.status !== 'captured' || Object.values(sent).every((part) => part === undefined)) return input
  const { amount_captured: amount } = payment
  const items = intent.order_details?.items ?? sent.order_details?.items
  return {
    ...input,
    payment: { ...payment, amount, amount_authorized: amount },
    receiptData: items === undefined ? receiptData : { ...receiptData, items: JSON.stringify(items) },
  }
}

/** The merchant, at the head of the receipt. */
export const merchantLines = (data: ReceiptData, words: ReceiptWords): readonly ReceiptLine[] => [
  ...shopLines(data.dba, contactIn(data)),
  ...ownLines(data, words),
]

/** The lines of the head that only a card's receipt has. */
const ownLines = (data: ReceiptData, words: ReceiptWords): readonly ReceiptLine[] => [
  ...(data.header === '' ? [] : [text(data.header)]),
  ...(data.merchant_id ? [text(`${words.merchant} ${data.merchant_id}`)] : []),
]

/** The total of a bill of which only a part is paid here: the goods add up to it. Null if all of it is paid. */
function partOf({ payment, intent }: ReceiptInput, words: ReceiptWords): readonly ReceiptLine[] | null {
  const bill = namedBill(intent)
  const whole = wholeOf(intent, payment.amount - intent.tip_amount - intent.surcharge_amount)
  if (bill === null || whole === null) return null
  return [pair(`${words.partOf} ${bill.number}`, words.money(whole, payment.currency)), rule]
}

/** The merchant's note on the order, and the goods, with a rule below them. */
function orderLines(
  { order_note, items }: ReceiptData,
  currency: string,
  language: Language | undefined,
): readonly ReceiptLine[] {
  const lines = [
    ...(order_note === '' ? [] : [text(order_note, 'normal', 'left')]),
    ...itemLines(items, currency, language),
  ]
  return lines.length === 0 ? [] : [...lines, rule]
}

/** A reprint also shows what was refunded or taken back since. */
function returnLines({ payment, outcome }: ReceiptInput, words: ReceiptWords): ReceiptLine[] {
  if (outcome.title === 'VOIDED') return [pair(words.void, words.nothingCharged, 'bold')]
  const returned = (name: string, cents: number) =>
    cents === 0
      ? []
      : [pair(`${name} ${payment.currency}`, `-${words.money(cents, payment.currency)}`, 'bold')]
  return [
    ...returned(words.credit, payment.amount_refunded),
    ...returned(words.returned, payment.amount_reversed),
  ]
}

/**
 * The parts of the amount, the total, and what was charged of it. After a partial approval: what was approved, and the
 * balance due. The surcharge is for this card only, so an unpaid part of it is not due.
 */
function amountLines(
  { payment, outcome, intent, language = 'en' }: ReceiptInput,
  words: ReceiptWords,
): ReceiptLine[] {
  const money = (cents: number) => words.money(cents, payment.currency)
  const { surcharge_amount: surcharge, tax_amount: tax, tip_amount: tip } = intent
  const subtotal = payment.amount - surcharge - tax - tip
  const part = (name: string, cents: number) => (cents > 0 ? [pair(name, money(cents))] : [])
  const stands = outcome.kind === 'receipt' && outcome.title !== 'VOIDED'
  const approved = payment.amount_authorized
  // On a counter's bill the card pays the goods first: a tip that it could not pay is not owed (docs/decisions/0047).
  const unowed = surcharge + (namedBill(intent) !== null && subtotal >= 0 ? tip : 0)
  const due = balanceDue(payment.amount - unowed, approved)
  const charged = chargedAmount(payment)
  return [
    // Parts that belong to another amount than this attempt's would not add up.
    ...(subtotal === payment.amount || subtotal < 0
      ? []
      : [
          ...part(words.subtotal, subtotal),
          ...part(words.surcharge, surcharge),
          ...taxLines(intent.order_details?.taxes, tax, { words, language, money }),
          ...part(words.tip, tip),
        ]),
    pair(`${words.total} ${payment.currency}`, money(payment.amount), 'bold'),
    ...(stands && isPartialApproval(payment)
      ? [
          pair(`${words.approved} ${payment.currency}`, money(approved), 'bold'),
          ...(due > 0 ? [pair(`${words.balanceDue} ${payment.currency}`, money(due), 'bold')] : []),
        ]
      : []),
    ...(stands && charged < approved
      ? [pair(`${words.charged} ${payment.currency}`, money(charged), 'bold')]
      : []),
  ]
}

export function cardLines(payment: Payment, words = receiptWords.en): ReceiptLine[] {
  const card = payment.payment_method?.card
  const bank = payment.payment_method?.bank
  const chip = chipTags(payment.emv_tag_data)
  const rows: readonly (readonly [string, string | undefined])[] = [
    [words.card, card ? printedCard(card.brand, card.last_four_digits) : undefined],
    [words.bankAccount, bank ? `**** ${bank.last_four_digits}` : undefined],
    [words.entry, payment.entry_mode === null ? undefined : words.entries[payment.entry_mode]],
    [words.authorization, payment.auth_code ?? undefined],
    [words.application, chip['Application Label']],
    ['AID', chip.AID],
    ['TVR', chip.TVR],
    ['TSI', chip.TSI],
  ]
  return rows.flatMap(([left, right]) => (right ? [pair(left, right)] : []))
}

/** The tags that the terminal reported; {} for a card without a chip. */
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

function verificationLines({ payment, copy }: ReceiptInput, words: ReceiptWords): ReceiptLine[] {
  const chip = chipTags(payment.emv_tag_data)
  const statement = chip.PIN ?? chip.CVM
  if (statement) return [text(words.verifications[statement] ?? statement)]
  if (payment.terminal_details?.signature) return [text(words.signatureOnFile)]
  return copy === 'merchant' ? [space, text('x______________________'), text(words.signature)] : []
}
