import { groupedCode } from '../payments/gift-card-code.ts'
import type { GiftCardTask } from '../pos/gift-cards/gift-cards.ts'
import type { ReceiptLine } from './lines.ts'
import { barcode, markTraining, pair, rule, space, text } from './receipt-parts.ts'
import { receiptWords } from './receipt-words.ts'
import type { ShopFacts } from './return-receipt.ts'
import { shopLines } from './shop-lines.ts'

/** The slip for a customer with a new gift card: its code, as text and as a barcode. */
export function giftCardSlip(
  { code, kind, amount, currency, bill }: GiftCardTask,
  { merchant, contact, training, language }: ShopFacts,
): readonly ReceiptLine[] {
  const words = receiptWords[language]
  const lines = [
    ...shopLines(merchant, contact),
    space,
    text(kind === 'gift' ? words.giftCard : words.storeCredit, 'bold'),
    text(words.money(amount, currency), 'large'),
    rule,
    text(groupedCode(code ?? ''), 'bold'),
    barcode(code ?? ''),
    rule,
    text(words.giftCardText),
    pair(words.receiptNumber, bill),
  ]
  return markTraining(training, lines, language)
}
