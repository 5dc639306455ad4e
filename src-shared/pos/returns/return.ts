import { z } from 'zod'
import { amountSchema, timestampSchema } from '../../api/schemas/common.ts'
import { byPersonSchema } from '../staff/person.ts'

/**
 * A return of lines of a paid bill, and of the money for them to the tenders that paid it. Main owns it and journals it
 * before anything is sent. Amounts are cents.
 *
 *   open: one part after the other, cards first
 *     card  waiting ▶ sending ─known▶ done | refused ─retry▶ sending, or ─in cash▶ a cash part
 *                        └─the service refuses to report it▶ unresolved (a person asks elsewhere)
 *     gift_card  waiting ▶ sending ─known▶ done | refused ─retry▶ sending, or ─in cash▶ a cash part
 *     cash  waiting ▶ to_hand_back ─the cashier has handed it back▶ handed_back ─in the drawer's ledger▶ done
 *     exchange  waiting while other goods are rung up ─their bill is paid▶ done, as a part of what pays it
 *   open ─every part has ended▶ done;   open ─cancelled while nothing has moved▶ cancelled
 */
const share = {
  /** The tender that it counts against: a card's sale, or all cash of the bill. */
  tender_id: z.string(),
  /** The price of the lines, including tax and less discounts. */
  goods: amountSchema,
  tip: amountSchema,
  /** The goods' share of the surcharge that the card paid. */
  surcharge: amountSchema.default(0),
}

const cardPartSchema = z.object({
  kind: z.literal('card'),
  ...share,
  intent_id: z.string(),
  payment_id: z.string(),
  brand: z.string(),
  last_four: z.string(),
  /** Whether this is all that the card paid: it can then be voided if it is not settled, so that nothing is charged. */
  whole: z.boolean(),
  /**
   * Refunded amount of the payment when this return was approved. If it has changed since, the first attempt is
   * refused. Absent if it was not looked up, and in older records.
   */
  given_back: z.number().int().optional(),
  /** Part of the request's name: a retry after a refusal gets a new name; no other request is ever repeated. */
  attempt: z.number().int(),
  state: z.enum(['waiting', 'sending', 'done', 'refused', 'unresolved']),
  /** How the money went back; null until that is certain. */
  how: z.enum(['void', 'refund']).nullable(),
  /** The service's message on a refusal. Never card data. */
  detail: z.string(),
})
export type CardPart = z.infer<typeof cardPartSchema>

const cashPartSchema = z.object({
  kind: z.literal('cash'),
  ...share,
  /** What rounding to the smallest coin adds or takes off. */
  rounding: z.number().int(),
  /** The intent of the card that refused it: this amount is not refunded there, too. */
  intent_id: z.string().optional(),
  state: z.enum(['waiting', 'to_hand_back', 'handed_back', 'done']),
  /** When it was handed over; null before that. */
  handed_at: timestampSchema.nullable(),
})
export type CashPart = z.infer<typeof cashPartSchema>

const giftCardPartSchema = z.object({
  kind: z.literal('gift_card'),
  ...share,
  /** The intent of the card that had paid: this amount is not refunded there, too. */
  intent_id: z.string().optional(),
  /** Null for a new card: the first of these parts makes it, for all of them. */
  card_id: z.string().nullable(),
  last_four: z.string(),
  attempt: z.number().int(),
  state: z.enum(['waiting', 'sending', 'done', 'refused']),
  detail: z.string(),
})
export type GiftCardPart = z.infer<typeof giftCardPartSchema>

/** The payer of the money: a later refund goes there. */
const payerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('card'),
    intent_id: z.string(),
    payment_id: z.string(),
    brand: z.string(),
    last_four: z.string(),
  }),
  z.object({ kind: z.literal('gift_card'), card_id: z.string().nullable(), last_four: z.string() }),
  z.object({ kind: z.literal('cash') }),
])

/** The shop keeps the money, which pays other goods (docs/decisions/0058). */
export const exchangePartSchema = z.object({
  kind: z.literal('exchange'),
  ...share,
  /** For cash: what rounding had added or taken off. */
  rounding: z.number().int(),
  payer: payerSchema,
  /** The intent of the card that had paid: it is not refunded meanwhile. */
  intent_id: z.string().optional(),
  state: z.enum(['waiting', 'done']),
})
export type ExchangePart = z.infer<typeof exchangePartSchema>

export const returnPartSchema = z.discriminatedUnion('kind', [
  cardPartSchema,
  cashPartSchema,
  giftCardPartSchema,
  exchangePartSchema,
])
export type ReturnPart = z.infer<typeof returnPartSchema>

export const returnedLineSchema = z.object({
  line_id: z.string(),
  name: z.string(),
  /** Thousandths of a unit; cents for a typed amount. */
  quantity: z.number().int().min(1),
  /** What goes back for it: its price less its share of discounts, and its tax. */
  paid: amountSchema,
  /** The tax in `paid`. */
  tax: amountSchema,
  /** Its share of discounts, which was never paid. */
  discount: amountSchema,
})
export type ReturnedLine = z.infer<typeof returnedLineSchema>

export const returnSchema = z.object({
  id: z.string(),
  bill_id: z.string(),
  /** The receipt's number. */
  number: z.string(),
  currency: z.string(),
  lines: z.array(returnedLineSchema).readonly(),
  parts: z.array(returnPartSchema).readonly(),
  reason: z.string(),
  /** No manager approved it: only voids are allowed, no refunds. */
  void_only: z.boolean().optional(),
  /** The goods are exchanged; `bill` is the bill of the other goods, null until it is paid. Absent on other returns. */
  exchange: z.object({ bill: z.string().nullable() }).optional(),
  /** Who began it and who approved it; the second is null if no approval was needed, or no people are set up. */
  person_id: byPersonSchema,
  approved_by: byPersonSchema,
  started_at: timestampSchema,
  status: z.enum(['open', 'done', 'cancelled']),
})
export type Return = z.infer<typeof returnSchema>
/** The fields of a return that decide what is left to return. */
export type CountedReturn = Pick<Return, 'id' | 'status' | 'parts'>
