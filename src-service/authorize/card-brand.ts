import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import type { CardData } from '../../src-shared/terminal/card-encryption.ts'
import { fundingOf } from '../processor/card-funding.ts'

type CardSummary = NonNullable<PaymentMethod['card']>

/** Number ranges of the card networks; the first match wins. */
const brands: readonly (readonly [RegExp, string])[] = [
  [/^3[47]/, 'Amex'],
  [/^(36|38|39|30[0-5])/, 'Diners Club'],
  [/^35(2[89]|[3-8])/, 'JCB'],
  [/^(6011|64[4-9]|65)/, 'Discover'],
  [/^62/, 'UnionPay'],
  [/^(600649|600628)/, 'Gift Card'],
  // Interac has no range of its own; this is the one of its test card.
  [/^450644/, 'Interac'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'Mastercard'],
  [/^4/, 'Visa'],
]

/** Returns the network's name for receipts; `Card` for an unknown one. */
export const brandOf = (number: string): string => brands.find(([range]) => range.test(number))?.[1] ?? 'Card'

/** Section 2.4: returns the parts of a card that may be shown. @param funding as reported by its processor */
export const cardSummary = (card: CardData, funding: CardSummary['funding'] = 'unknown'): CardSummary => ({
  last_four_digits: card.number.slice(-4),
  first_six_digits: card.number.slice(0, 6),
  brand: brandOf(card.number),
  exp_month: card.exp_month,
  exp_year: card.exp_year,
  reuse_eligible: false,
  funding: funding === 'unknown' ? fundingOf(card.number) : funding,
})

/** Section 4.4, bin: returns what the issuer identification number (BIN) identifies, without further digits. */
export function binOf(card: CardData): Pick<CardSummary, 'first_six_digits' | 'brand' | 'funding'> {
  const { first_six_digits, brand, funding } = cardSummary(card)
  return { first_six_digits, brand, funding }
}

/** Returns the card of a method that can be charged repeatedly, or attached to a customer for that. */
export const reusable = ({ card }: PaymentMethod): PaymentMethod['card'] =>
  card === null ? null : { ...card, reuse_eligible: true }

/**
 * Returns the card of a method that cannot be charged again: it was for one payment, or was detached from its customer.
 */
export const notReusable = ({ card }: PaymentMethod): PaymentMethod['card'] =>
  card === null ? null : { ...card, reuse_eligible: false }
