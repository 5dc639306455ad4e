import type { CheckoutSession } from '../../src-shared/api/schemas/checkout-session.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { dateIn, type Language, moneyIn } from '../../src-shared/language.ts'
import { printedCard } from '../../src-shared/payments/card-name.ts'
import { wholeOfAsked } from '../../src-shared/payments/part-of-bill.ts'
import { itemLines } from '../../src-shared/receipt/item-lines.ts'
import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import { chargedAmount, type GivenOutcome } from '../../src-shared/receipt/receipt-outcome.ts'
import { pair, rule } from '../../src-shared/receipt/receipt-parts.ts'
import { receiptWords } from '../../src-shared/receipt/receipt-words.ts'
import type { AccountDocument } from '../accounts/documents.ts'
import type { Mail } from '../mail/mailer.ts'
import { smsSegments, toGsm7 } from '../sms/gsm7.ts'
import type { Sms } from '../sms/sms-sender.ts'
import type { MailBlock } from './blocks.ts'
import { mailOf } from './mail-of.ts'
import { merchantName } from './merchant-name.ts'
import { messageWords } from './words.ts'

export interface LinkInput {
  readonly account: AccountDocument
  readonly session: CheckoutSession
  /** The intent of the session. */
  readonly intent: PaymentIntent
  /** URL of the hosted page, including its secret. */
  readonly url: string
  readonly language: Language
  readonly training: boolean
}

/** Makes the mail with a payment link: the merchant, the order, the amount and the expiry. */
export function linkMail(
  { account, session, intent, url, language, training }: LinkInput,
  { to, cc, from }: { readonly to: string; readonly cc: readonly string[]; readonly from: string },
): Mail {
  const words = messageWords[language]
  const merchant = merchantName(account)
  const amount = moneyIn(language, intent.currency, session.amount)
  const title = words.linkSubject(merchant, amount)
  const lines = orderLines(session, intent, language)
  const blocks: readonly MailBlock[] = [
    ...(training ? [{ kind: 'mark', text: words.training } as const] : []),
    { kind: 'title', text: words.linkTitle(merchant) },
    { kind: 'amount', text: amount },
    ...(intent.description ? [{ kind: 'text', text: intent.description } as const] : []),
    ...(lines.length === 0 ? [] : [{ kind: 'lines', lines } as const]),
    { kind: 'button', label: words.pay(amount), url },
    { kind: 'text', text: words.validUntil(untilOf(session, account, language)) },
    ...(session.surcharge.type === 'disabled'
      ? []
      : [{ kind: 'small', text: words.mayBearSurcharge } as const]),
    { kind: 'small', text: words.unexpected(merchant) },
  ]
  return mailOf({ account_id: session.account_id, merchant, from, to, cc, language, title, blocks })
}

/** Minimum length to which a merchant's name is shortened, in characters. */
const leastOfName = 12

/** Makes the same as a text message. Shortens the name if the text then fits in one SMS; never shortens the URL. */
export function linkSms({ session, intent, ...input }: LinkInput, to: string): Sms {
  const { linkSms: words } = messageWords[input.language]
  const amount = moneyIn(input.language, intent.currency, session.amount)
  const text = shortest({ ...input, words, amount })
  return { accountId: session.account_id, to, text }
}

interface ReceiptSmsInput extends Pick<LinkInput, 'account' | 'language' | 'training'> {
  readonly payment: Payment
  readonly outcome: GivenOutcome
  /** The surcharge within the amount, in cents. */
  readonly surcharge: number
  /** URL of the receipt; null if customers cannot reach the service: then the message itself is the receipt. */
  readonly url: string | null
}

/** Makes a text message with the link to a receipt or, without a URL, a short receipt. */
export function receiptSms({ payment, outcome, surcharge, url, ...input }: ReceiptSmsInput, to: string): Sms {
  const { receiptSms: withLink, receiptText } = messageWords[input.language]
  const amount = moneyIn(input.language, payment.currency, chargedAmount(payment))
  const facts = () => receiptFacts(payment, outcome, { ...input, surcharge }).join(', ')
  const words = url === null ? (name: string, sum: string) => receiptText(name, sum, facts()) : withLink
  return { accountId: payment.account_id, to, text: shortest({ ...input, url: url ?? '', words, amount }) }
}

/** Returns the payment method, the date, and what happened to the payment since. */
function receiptFacts(
  { payment_method: method, created_at, currency, ...payment }: Payment,
  { title }: GivenOutcome,
  { account, language, surcharge }: Pick<ReceiptSmsInput, 'account' | 'language' | 'surcharge'>,
): readonly string[] {
  const words = receiptWords[language]
  const card = method?.card
  const bank = method?.bank
  const { amount_refunded, amount_reversed } = payment
  const money = (cents: number) => moneyIn(language, currency, cents)
  return [
    ...(card ? [printedCard(card.brand, card.last_four_digits)] : []),
    ...(bank ? [`${words.bankAccount} **** ${bank.last_four_digits}`] : []),
    dateIn(language, new Date(created_at), { dateStyle: 'medium', timeZone: account.merchant.timezone }),
    ...(surcharge > 0 ? [`${words.surcharge} ${money(surcharge)}`] : []),
    // A returned amount is added below.
    ...(title === 'APPROVED' || (title === 'RETURNED' && amount_reversed > 0) ? [] : [words.titles[title]]),
    ...(amount_refunded > 0 ? [`${words.credit} ${money(amount_refunded)}`] : []),
    ...(amount_reversed > 0 ? [`${words.returned} ${money(amount_reversed)}`] : []),
  ]
}

interface SmsText extends Pick<LinkInput, 'account' | 'url' | 'language' | 'training'> {
  readonly words: (merchant: string, amount: string, url: string) => string
  readonly amount: string
}

function shortest({ account, url, language, training, words, amount }: SmsText): string {
  const name = [...toGsm7(merchantName(account))]
  const mark = training ? toGsm7(messageWords[language].trainingSms) : ''
  const textOf = (length: number) =>
    `${mark}${toGsm7(words(`\u0000`, amount, '\u0001'))}`
      .replace('\u0000', () => name.slice(0, length).join('').trimEnd())
      .replace('\u0001', () => url)
  let length = name.length
  while (length > leastOfName && smsSegments(textOf(length)) > 1) length -= 1
  const fits = smsSegments(textOf(length)) === 1
  return textOf(fits ? length : name.length)
}

/** Returns the ordered items and, if the amount is only a part or has a discount, how it is computed. */
function orderLines(
  session: CheckoutSession,
  intent: PaymentIntent,
  language: Language,
): readonly ReceiptLine[] {
  const words = messageWords[language]
  const { currency, order_details, amount } = intent
  const money = (cents: number) => moneyIn(language, currency, cents)
  const items = itemLines(JSON.stringify(order_details.items ?? []), currency, language)
  const whole = wholeOfAsked(intent)
  const total = pair(words.total, money(session.amount), 'bold')
  const sums =
    session.discount_amount > 0
      ? [
          pair(words.subtotal, money(session.subtotal)),
          pair(words.discount, money(-session.discount_amount)),
          total,
        ]
      : whole === null
        ? []
        : [pair(words.whole, money(whole)), pair(words.elsewhere, money(amount - whole)), total]
  return items.length + sums.length === 0
    ? []
    : [rule, ...items, ...(items.length > 0 && sums.length > 0 ? [rule] : []), ...sums, rule]
}

/** In the merchant's time zone, which is named because the recipient may be in another one. */
const untilOf = (session: CheckoutSession, account: AccountDocument, language: Language): string =>
  dateIn(language, new Date(session.expires_at), {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZoneName: 'short',
    timeZone: account.merchant.timezone,
  })
