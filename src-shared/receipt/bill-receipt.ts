import type { Language } from '../language.ts'
import { localStamp, ownTimeZone } from '../local-time.ts'
import { printedCard } from '../payments/card-name.ts'
import { balanceOf, isFree, isGivenBack, paidOf, returnedOf, returnedOfTender } from '../pos/bill/balance.ts'
import type { Bill, ExchangeTender, Tender } from '../pos/bill/bill.ts'
import { lineName, orderDetailsOf } from '../pos/order/order-details.ts'
import type { Return } from '../pos/returns/return.ts'
import { givenCents, partCents } from '../pos/returns/return-sums.ts'
import { chargedOf } from '../pos/sale/charged.ts'
import { assertNever } from '../result.ts'
import { countedLine, itemLines } from './item-lines.ts'
import type { ReceiptLine } from './lines.ts'
import { barcode, markTraining, pair, receiptTime, rule, space, text } from './receipt-parts.ts'
import { type ReceiptWords, receiptWords } from './receipt-words.ts'
import { partName, returnedLines, type ShopFacts } from './return-receipt.ts'
import { shopLines } from './shop-lines.ts'
import { taxLines } from './tax-lines.ts'

/**
 * The receipt of a bill: what was owed, and the tenders that paid it. Card payments also have receipts of their own, by
 * the card networks' rules (receipt.ts); cash has only this one.
 */
export function billReceipt(
  bill: Bill,
  { merchant, contact, training, language, timeZone = ownTimeZone() }: ShopFacts,
  returns: readonly Return[] = [],
): readonly ReceiptLine[] {
  const words = receiptWords[language]
  const money = (cents: number) => words.money(cents, bill.currency)
  const balance = balanceOf(bill)
  const back = returns
    .filter(({ status }) => status !== 'cancelled')
    .flatMap(({ parts }) => parts)
    .reduce((sum, { goods, state }) => (state === 'done' ? sum + goods : sum), 0)
  const isBack = isGivenBack(bill) || (back > 0 && back >= paidOf(bill))
  const details = bill.order === null ? null : orderDetailsOf(bill.order, language)
  const bought = [
    ...(bill.note === '' ? [] : [text(bill.note, 'normal', 'left')]),
    ...(details === null ? [] : itemLines(JSON.stringify(details.items), bill.currency, language)),
  ]
  const lines = [
    ...shopLines(merchant, contact),
    space,
    pair(receiptTime(localStamp(Date.parse(bill.opened_at), timeZone)), words.sale),
    pair(words.receiptNumber, bill.number),
    rule,
    ...(bought.length === 0 ? [] : [...bought, rule]),
    ...(details !== null && details.tax > 0
      ? [
          pair(words.subtotal, money(details.total - details.tax)),
          ...taxLines(details.taxes, details.tax, { words, language, money }),
        ]
      : []),
    pair(`${words.total} ${bill.currency}`, money(bill.total), 'bold'),
    rule,
    ...bill.tenders.flatMap((tender) =>
      tender.status === 'paid' ? tenderLines(tender, money, language) : [],
    ),
    ...(balance > 0 && bill.status === 'open'
      ? [pair(`${words.balanceDue} ${bill.currency}`, money(balance), 'bold')]
      : []),
    ...returns
      .filter(({ status }) => status === 'done')
      .map((one) =>
        pair(
          `${words.returned} ${receiptTime(localStamp(Date.parse(one.started_at), timeZone))}`,
          `-${money(givenCents(one))}`,
          'bold',
        ),
      ),
    ...(isGivenBack(bill) ? undoneLines(bill, money, language) : []),
    space,
    ...(isBack
      ? [text(words.returned, 'bold')]
      : balance === 0 && !isFree(bill)
        ? [text(words.paid, 'bold')]
        : []),
    text(words.customerCopy),
    barcode(bill.number),
  ]
  return markTraining(training, lines, language)
}

function tenderLines(
  tender: Tender,
  money: (cents: number) => string,
  language: Language,
): readonly ReceiptLine[] {
  const words = receiptWords[language]
  if (tender.kind === 'card') {
    const { returned = 0 } = tender.payment
    const charged = chargedOf(tender)
    return [
      pair(tenderName(tender, words), money(tender.amount)),
      ...(tender.surcharge > 0 ? [pair(words.surcharge, money(tender.surcharge))] : []),
      ...(tender.tip > 0 ? [pair(words.tip, money(tender.tip))] : []),
      // The amount on the card's statement. After a return elsewhere, the parts show only what is left of it.
      ...(charged > tender.amount && returned === 0 ? [pair(words.charged, money(charged), 'bold')] : []),
    ]
  }
  if (tender.kind === 'gift_card') {
    return [
      pair(tenderName(tender, words), money(tender.amount)),
      ...(tender.left === null ? [] : [pair(words.leftOnCard, money(tender.left))]),
    ]
  }
  if (tender.kind === 'exchange') return exchangeLines(tender, money, language)
  return [
    pair(tenderName(tender, words), money(tender.amount)),
    ...(tender.rounding === 0 ? [] : [pair(words.rounding, money(tender.rounding))]),
    ...(tender.change === 0
      ? []
      : [pair(words.tendered, money(tender.tendered)), pair(words.change, money(tender.change), 'bold')]),
  ]
}

/**
 * Of a bill that was undone: what was paid, and went back. The total above is of the goods, of which only a part may have
 * been paid: the rest is not due.
 */
function undoneLines(
  bill: Bill,
  money: (cents: number) => string,
  language: Language,
): readonly ReceiptLine[] {
  const words = receiptWords[language]
  const undone = bill.tenders.filter((tender) => returnedOfTender(tender) > 0)
  if (undone.length === 0) return []
  const goods = undone.reduce((sum, { amount }) => sum + amount, 0)
  return [
    ...undone.map((tender) => pair(tenderName(tender, words), money(returnedOfTender(tender)))),
    pair(words.returned, `-${money(returnedOf(bill))}`, 'bold'),
    ...(goods < bill.total ? [pair(`${words.balanceDue} ${bill.currency}`, money(0), 'bold')] : []),
  ]
}

function tenderName(tender: Tender, words: ReceiptWords): string {
  switch (tender.kind) {
    case 'card':
      return `${words.card} ${printedCard(tender.payment.brand, tender.payment.last_four)}`
    case 'gift_card':
      return `${words.giftCard} **** ${tender.last_four}`
    case 'exchange':
      return words.exchangeCredit
    case 'cash':
      return words.cash
    default:
      return assertNever(tender)
  }
}

/** The goods brought back in exchange for those above, and the amount that they pay. */
function exchangeLines(
  { number, lines, amount, rest }: ExchangeTender,
  money: (cents: number) => string,
  language: Language,
): readonly ReceiptLine[] {
  const words = receiptWords[language]
  const tax = lines.reduce((sum, line) => sum + line.tax, 0)
  return [
    pair(words.broughtBack, number),
    ...returnedLines(lines, (cents) => `-${money(cents)}`, language),
    ...(tax > 0 ? [pair(words.taxInReturn, `-${money(tax)}`)] : []),
    pair(words.exchangeCredit, money(amount), 'bold'),
    ...(rest.length === 0 ? [] : [text(words.exchangeRest, 'normal', 'left')]),
    ...rest.map((part) => pair(partName(part, words), `-${money(partCents(part))}`)),
  ]
}

/** A receipt for the recipient of a gift: goods and shop, without prices. */
export function giftReceipt(
  bill: Bill,
  { merchant, contact, training, language, timeZone = ownTimeZone() }: ShopFacts,
): readonly ReceiptLine[] {
  const words = receiptWords[language]
  const items = (bill.order?.lines ?? []).map((line) =>
    text(countedLine(lineName(line), line.quantity, language), 'normal', 'left'),
  )
  const lines = [
    ...shopLines(merchant, contact),
    space,
    text(words.gift, 'bold'),
    pair(receiptTime(localStamp(Date.parse(bill.opened_at), timeZone)), bill.number),
    rule,
    ...items,
    ...(items.length === 0 ? [] : [rule]),
    text(words.giftText),
    barcode(bill.number),
  ]
  return markTraining(training, lines, language)
}
