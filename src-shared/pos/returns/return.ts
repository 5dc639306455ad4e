import { z } from 'zod'
import { amountSchema, timestampSchema } from '../../api/schemas/common.ts'
import type { Cents } from '../../money.ts'
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

/** What goes back by this part. */
export const partCents = (part: ReturnPart): Cents =>
  part.goods + part.tip + part.surcharge + roundingOf(part)

export const roundingOf = (part: ReturnPart): Cents =>
  part.kind === 'cash' || part.kind === 'exchange' ? part.rounding : 0

export const returnCents = ({ parts }: Pick<Return, 'parts'>): Cents =>
  parts.reduce((sum, part) => sum + partCents(part), 0)

/** Names a share of what an exchange pays, by its place among them, as a tender of the bill that it pays. */
export const creditId = (returnId: string, index: number): string => `${returnId}-${index + 1}`

/**
 * What a card paid and did not get back: so much of it was, or is to be, handed over in cash or put on a gift card, or
 * pays for other goods, until these come back themselves. Cents.
 */
export function givenOtherwise(returns: readonly CountedReturn[], intentId: string): Cents {
  const counted = returns.filter(({ status }) => status !== 'cancelled')
  const kept = new Set(
    counted.flatMap(({ id, parts }) =>
      parts
        .filter(({ kind }) => kind === 'exchange')
        .flatMap(({ intent_id }, index) => (intent_id === intentId ? [creditId(id, index)] : [])),
    ),
  )
  return counted
    .flatMap(({ parts }) => parts)
    .reduce((sum, { kind, intent_id, tender_id, goods, tip, surcharge }) => {
      const cents = goods + tip + surcharge
      const given = kind !== 'card' && intent_id === intentId ? cents : 0
      return sum + given - (kept.has(tender_id) ? cents : 0)
    }, 0)
}

/** What is known to have gone back. */
export const givenCents = ({ parts }: Pick<Return, 'parts'>): Cents =>
  returnCents({ parts: parts.filter(({ state }) => state === 'done') })

export const hasEnded = ({ state }: ReturnPart): boolean => state === 'done' || state === 'unresolved'

/** What is done now; null when every part has ended. */
export const currentPart = ({ parts }: Pick<Return, 'parts'>): ReturnPart | null =>
  parts.find((part) => !hasEnded(part)) ?? null

/** Whether a return that is not done gives this payment back, or hands it back in cash: nobody else may meanwhile. */
export const isReturning = (returns: readonly Return[], intentId: string): boolean =>
  returns.some(
    ({ status, parts }) =>
      status === 'open' &&
      parts.some((part) => part.intent_id === intentId && (part.kind !== 'card' || !hasEnded(part))),
  )

/** Cash is on its way between drawer and customer: the drawer cannot be counted. */
export const isCashMoving = (returns: readonly Return[]): boolean =>
  returns.some(({ parts }) => parts.some(({ state }) => state === 'to_hand_back' || state === 'handed_back'))
