import type { Language } from '../language.ts'
import { localStamp, ownTimeZone } from '../local-time.ts'
import { printedCard } from '../payments/card-name.ts'
import type { Return, ReturnPart } from '../pos/returns/return.ts'
import { givenCents, partCents } from '../pos/returns/return-sums.ts'
import { amountLineId } from '../pos/returns/returnable.ts'
import { countedLine } from './item-lines.ts'
import type { ReceiptLine } from './lines.ts'
import { barcode, markTraining, pair, receiptTime, rule, space, text } from './receipt-parts.ts'
import { type ReceiptWords, receiptWords } from './receipt-words.ts'
import type { ShopContact } from './shop-contact.ts'
import { shopLines } from './shop-lines.ts'

export interface ShopFacts {
  readonly merchant: string
  /** Absent if not known yet. */
  readonly contact?: ShopContact
  readonly training: boolean
  readonly language: Language
  /** An IANA time zone; defaults to this computer's. */
  readonly timeZone?: string
}

/** The customer's receipt for a return: the lines, and where the money went. It lists only what is proven. */
export function returnReceipt(one: Return, shop: ShopFacts): readonly ReceiptLine[] {
  const { merchant, contact, training, language, timeZone = ownTimeZone() } = shop
  const words = receiptWords[language]
  const money = (cents: number) => `-${words.money(cents, one.currency)}`
  const tips = one.parts.reduce((sum, { tip }) => sum + tip, 0)
  const surcharges = one.parts.reduce((sum, { surcharge }) => sum + surcharge, 0)
  const tax = one.lines.reduce((sum, line) => sum + line.tax, 0)
  const given = one.parts.filter(({ state }) => state === 'done')
  const lines = [
    ...shopLines(merchant, contact),
    space,
    pair(receiptTime(localStamp(Date.parse(one.started_at), timeZone)), words.returned),
    pair(words.receiptNumber, one.number),
    rule,
    ...returnedLines(one.lines, money, language),
    ...(tips > 0 ? [pair(words.tip, money(tips))] : []),
    ...(surcharges > 0 ? [pair(words.surcharge, money(surcharges))] : []),
    ...(tax > 0 ? [pair(words.taxInReturn, money(tax))] : []),
    pair(`${words.credit} ${one.currency}`, money(givenCents(one)), 'bold'),
    rule,
    ...given.map((part) =>
      pair(
        part.kind === 'exchange'
          ? `${words.exchangedFor} ${one.exchange?.bill ?? ''}`
          : partName(part, words),
        money(partCents(part)),
      ),
    ),
    space,
    text(words.customerCopy),
    barcode(one.number),
  ]
  return markTraining(training, lines, language)
}

/** Returned amounts have no name, so they are only in the sum. */
export const returnedLines = (
  lines: Return['lines'],
  money: (cents: number) => string,
  language: Language,
): readonly ReceiptLine[] =>
  lines
    .filter(({ line_id }) => line_id !== amountLineId)
    .map(({ quantity, name, paid }) => pair(countedLine(name, quantity, language), money(paid)))

export function partName(part: ReturnPart, words: ReceiptWords): string {
  if (part.kind === 'card') return `${words.card} ${printedCard(part.brand, part.last_four)}`
  if (part.kind === 'gift_card') return `${words.giftCard} **** ${part.last_four}`.replace(/ \*{4} $/, '')
  return part.kind === 'exchange' ? words.exchangeCredit : words.cash
}
