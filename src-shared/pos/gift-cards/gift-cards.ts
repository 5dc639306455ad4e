import { z } from 'zod'
import { amountSchema } from '../../api/schemas/common.ts'
import { type GiftCardEntryKind, giftCardKindSchema } from '../../api/schemas/gift-card.ts'
import type { Cents } from '../../money.ts'
import { isGiftCardCode } from '../../payments/gift-card-code.ts'
import { type CommandRow, reply } from '../command-row.ts'
import { pinSchema } from '../staff/staff.ts'

/**
 * What this till has to do about a gift card, until the service has answered for certain. Its reference is its name there
 * and here.
 *
 *   waiting ─the service has it▶ done, or to_hand_over: a new card, whose code the customer does not have yet
 *      └─refused▶ refused, until a person has seen it
 */
export const giftCardTaskSchema = z.object({
  reference: z.string(),
  /** reverse: what was asked of a card under this reference is taken back. */
  task: z.enum(['issue', 'load', 'reverse']),
  state: z.enum(['waiting', 'to_hand_over', 'refused', 'done']),
  /** Of a reversal: whether the card ever gave it is not known. */
  perhaps: z.literal(true).optional(),
  kind: giftCardKindSchema,
  amount: amountSchema,
  currency: z.string(),
  /** Null of a card that the service has not made yet. */
  card_id: z.string().nullable(),
  last_four: z.string(),
  /** Of a new card, until the customer has it, or the service has refused it; null otherwise. */
  code: z.string().nullable(),
  /** The receipt's number. */
  bill: z.string(),
  /** The service's own words on a refusal. */
  detail: z.string(),
})
export type GiftCardTask = z.infer<typeof giftCardTaskSchema>

/** What the windows know of gift cards. */
export const giftCardsStatusSchema = z.object({
  /** The service keeps gift cards. */
  offered: z.boolean(),
  /** What is under way, is to be handed over, or was refused; the oldest first. */
  tasks: z.array(giftCardTaskSchema),
})
export type GiftCardsStatus = z.infer<typeof giftCardsStatusSchema>

/** A card that was looked up. */
export interface FoundGiftCard {
  readonly card_id: string
  readonly last_four: string
  readonly balance: Cents
  readonly currency: string
  readonly status: 'active' | 'blocked'
}

/** A line of a card's ledger. */
export interface GiftCardMove {
  readonly id: string
  readonly at: string
  readonly kind: GiftCardEntryKind
  /** Below 0 where it was taken off, cents. */
  readonly amount: number
  /** After it, cents. */
  readonly balance: Cents
  /** The receipt's number; null where none is known. */
  readonly bill: string | null
  /** Who was at this counter; null where it is not known here. */
  readonly person: string | null
}

/** A card that was found without its code: it can be looked at and blocked, and pays nothing. */
export interface ListedGiftCard extends FoundGiftCard {
  readonly sold_at: string
}

const cardId = z.string().min(1).max(64)
const lastFour = z.string().regex(/^[A-Z]{4}$/)
const code = z.string().refine(isGiftCardCode)
const reference = z.string().min(1).max(64)

/** What the counter asks about gift cards: rows of posCommands. */
export const giftCardCommands = {
  'gift_cards.look_up': {
    right: 'sell',
    payload: z.strictObject({ code }),
    reply: reply<FoundGiftCard>(),
  },
  /** Cards whose codes end in these letters: for one that was lost. */
  'gift_cards.find': {
    right: 'sell',
    payload: z.strictObject({ last_four: lastFour }),
    reply: reply<{ readonly cards: readonly ListedGiftCard[] }>(),
  },
  /** A card with the newest lines of its ledger; `more`: there are older ones. */
  'gift_cards.history': {
    right: 'sell',
    payload: z.strictObject({ card_id: cardId }),
    reply: reply<{
      readonly card: FoundGiftCard
      readonly moves: readonly GiftCardMove[]
      readonly more: boolean
    }>(),
  },
  /** Blocks a card, or takes the block off; the reason is in the audit. */
  'gift_cards.block': {
    right: 'approve',
    orApproved: true,
    payload: z.strictObject({
      card_id: cardId,
      last_four: lastFour,
      blocked: z.boolean(),
      reason: z.string().trim().min(1).max(200),
      pin: pinSchema.optional(),
    }),
    audited: ['last_four', 'blocked', 'reason'],
    reply: reply<FoundGiftCard>(),
  },
  /**
   * A card that was looked up pays `amount` of a bill. `balance` is what the cashier read: of the open bill, or, where none
   * is open, of the one that is paid by this. Refused where it is another one by now. How it goes is in the snapshot.
   */
  'gift_cards.pay': {
    right: 'sell',
    payload: z.strictObject({
      card_id: z.string().max(64),
      amount: amountSchema.min(1),
      balance: amountSchema.min(1),
      note: z.string().max(200),
      order_id: z.string().min(1).max(64).optional(),
    }),
  },
  /** Nobody waits for the service's answer any more: whatever the card was asked for, it has it back. */
  'gift_cards.stop': { right: 'sell' },
  /** The slip with the code of a new card, by the counter's printer: a PDF while it has none. */
  'gift_cards.print': {
    right: 'sell',
    payload: z.strictObject({ reference }),
    reply: reply<{ readonly saved: boolean }>(),
  },
  /** The customer has the code, or somebody has seen the refusal: it is shown no more. */
  'gift_cards.put_away': { right: 'sell', payload: z.strictObject({ reference }) },
} as const satisfies Readonly<Record<string, CommandRow>>
