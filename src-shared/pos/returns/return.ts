import { z } from 'zod'
import { amountSchema, timestampSchema } from '../../api/schemas/common.ts'
import { byPersonSchema } from '../staff/person.ts'

/**
 * What goes back of a bill that was paid: lines of it, and the money for them, to the tenders that it came from. Main
 * owns it and journals it before anything of it leaves. Amounts are cents.
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
  /** The tender that it is counted against: a card's sale, or all cash of the bill. */
  tender_id: z.string(),
  /** Of the lines, tax and discount counted. */
  goods: amountSchema,
  tip: amountSchema,
  /** Of the surcharge that the card paid: the share of the goods. */
  surcharge: amountSchema.default(0),
}

const cardPartSchema = z.object({
  kind: z.literal('card'),
  ...share,
  intent_id: z.string(),
  payment_id: z.string(),
  brand: z.string(),
  last_four: z.string(),
  /** All that the card paid: where the bank has not settled it, nothing of it is charged. */
  whole: z.boolean(),
  /**
   * What had gone back of the payment when this return was approved: unless it is still that, it is refused the first time.
   * Absent where nobody looked, and in records of before it was kept.
   */
  given_back: z.number().int().optional(),
  /** Names its request: a refund that was refused is asked for anew under another name, and no other is ever repeated. */
  attempt: z.number().int(),
  state: z.enum(['waiting', 'sending', 'done', 'refused', 'unresolved']),
  /** How the money went back; null as long as it is not known that it did. */
  how: z.enum(['void', 'refund']).nullable(),
  /** The service's own words on a refusal. Never card data. */
  detail: z.string(),
})
export type CardPart = z.infer<typeof cardPartSchema>

const cashPartSchema = z.object({
  kind: z.literal('cash'),
  ...share,
  /** What rounding to the smallest coin adds, or takes off. */
  rounding: z.number().int(),
  /** Of the card that refused it: what it paid is not given back there as well. */
  intent_id: z.string().optional(),
  state: z.enum(['waiting', 'to_hand_back', 'handed_back', 'done']),
  /** When it was handed over; null before. */
  handed_at: timestampSchema.nullable(),
})
export type CashPart = z.infer<typeof cashPartSchema>

const giftCardPartSchema = z.object({
  kind: z.literal('gift_card'),
  ...share,
  /** Of the card that had paid: what it paid is not given back there as well. */
  intent_id: z.string().optional(),
  /** Null for a new card, which the first of such parts makes, for all of them. */
  card_id: z.string().nullable(),
  last_four: z.string(),
  attempt: z.number().int(),
  state: z.enum(['waiting', 'sending', 'done', 'refused']),
  detail: z.string(),
})
export type GiftCardPart = z.infer<typeof giftCardPartSchema>

/** Whose money it is: should it go back one day, it goes there. */
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

/** It stays with the shop, and pays other goods (docs/decisions/0058). */
export const exchangePartSchema = z.object({
  kind: z.literal('exchange'),
  ...share,
  /** Of cash: what rounding had added to it, or taken off. */
  rounding: z.number().int(),
  payer: payerSchema,
  /** Of the card that had paid: nobody gives it back meanwhile. */
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
  /** Thousandths of a unit; cents of an amount that was typed. */
  quantity: z.number().int().min(1),
  /** What goes back for it: its price less its part of discounts, and its tax. */
  paid: amountSchema,
  /** Of `paid`. */
  tax: amountSchema,
  /** Its part of discounts, which nobody had paid. */
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
  /** No manager approved it: it may only be voided, never refunded. */
  void_only: z.boolean().optional(),
  /** Other goods are taken for it: on the bill of this number, null until that is paid. Absent of all other returns. */
  exchange: z.object({ bill: z.string().nullable() }).optional(),
  /** Who began it, and who approved it; the second is null where nobody had to, or nobody is set up. */
  person_id: byPersonSchema,
  approved_by: byPersonSchema,
  started_at: timestampSchema,
  status: z.enum(['open', 'done', 'cancelled']),
})
export type Return = z.infer<typeof returnSchema>
/** A return, as far as it counts for what is left. */
export type CountedReturn = Pick<Return, 'id' | 'status' | 'parts'>
