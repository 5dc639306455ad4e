import { z } from 'zod'
import { amountSchema } from '../../api/schemas/common.ts'
import { type GiftCardEntryKind, giftCardKindSchema } from '../../api/schemas/gift-card.ts'
import type { Cents } from '../../money.ts'
import { isGiftCardCode } from '../../payments/gift-card-code.ts'
import { type CommandRow, reply } from '../command-row.ts'
import { longestSaleNote } from '../order/limits.ts'
import { pinSchema } from '../staff/staff.ts'

/**
 * A task of this counter about a gift card, until the service has given a definite answer. Its reference identifies it
 * at the service, too.
 *
 *   waiting ─the service has it▶ done, or to_hand_over: a new card, whose code the customer does not have yet
 *      └─refused▶ refused, until a person has seen it
 */
export const giftCardTaskSchema = z.object({
  reference: z.string(),
  /** reverse: undoes what was requested of a card under this reference. */
  task: z.enum(['issue', 'load', 'reverse']),
  state: z.enum(['waiting', 'to_hand_over', 'refused', 'done']),
  /** For a reversal: it is unknown whether the card was ever charged. */
  perhaps: z.literal(true).optional(),
  kind: giftCardKindSchema,
  amount: amountSchema,
  currency: z.string(),
  /** Null if the service has not made the card yet. */
  card_id: z.string().nullable(),
  last_four: z.string(),
  /** The code of a new card, until the customer has it or the service refuses the card; otherwise null. */
  code: z.string().nullable(),
  /** The receipt's number. */
  bill: z.string(),
  /** The service's message on a refusal. */
  detail: z.string(),
})
export type GiftCardTask = z.infer<typeof giftCardTaskSchema>

/** What the windows know of gift cards. */
export const giftCardsStatusSchema = z.object({
  /** Whether the service has gift cards. */
  offered: z.boolean(),
  /** Tasks that are in progress, to be handed over, or refused; oldest first. */
  tasks: z.array(giftCardTaskSchema),
})
export type GiftCardsStatus = z.infer<typeof giftCardsStatusSchema>

/** The result of looking up a card. */
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
  /** Negative for a deduction, in cents. */
  readonly amount: number
  /** Balance after the line, in cents. */
  readonly balance: Cents
  /** The receipt's number; null if unknown. */
  readonly bill: string | null
  /** The person at this counter; null if unknown here. */
  readonly person: string | null
}

/** A card found without its code: it can be viewed and blocked, but cannot pay. */
export interface ListedGiftCard extends FoundGiftCard {
  readonly sold_at: string
}

const cardId = z.string().min(1).max(64)
const lastFour = z.string().regex(/^[A-Z]{4}$/)
const code = z.string().refine(isGiftCardCode)
const reference = z.string().min(1).max(64)

/** Commands about gift cards: rows of posCommands. */
export const giftCardCommands = {
  'gift_cards.look_up': {
    right: 'sell',
    payload: z.strictObject({ code }),
    reply: reply<FoundGiftCard>(),
  },
  /** Cards whose codes end in these letters, for a lost card. */
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
  /** Blocks or unblocks a card; the audit log records the reason. */
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
   * Pays `amount` of a bill with a card that was looked up. `balance` is the one that the cashier read: of the open
   * bill or, if none is open, of the new bill. Refused if the balance has changed. The progress is in the snapshot.
   */
  'gift_cards.pay': {
    right: 'sell',
    payload: z.strictObject({
      card_id: z.string().max(64),
      amount: amountSchema.min(1),
      balance: amountSchema.min(1),
      note: z.string().max(longestSaleNote),
      order_id: z.string().min(1).max(64).optional(),
    }),
  },
  /** Stops waiting for the service's answer: whatever was taken from the card is given back to it. */
  'gift_cards.stop': { right: 'sell' },
  /** Prints the slip with the code of a new card on the counter's printer, or saves a PDF if there is none. */
  'gift_cards.print': {
    right: 'sell',
    payload: z.strictObject({ reference }),
    reply: reply<{ readonly saved: boolean }>(),
  },
  /** The customer has the code, or a person has seen the refusal: it is no longer shown. */
  'gift_cards.put_away': { right: 'sell', payload: z.strictObject({ reference }) },
} as const satisfies Readonly<Record<string, CommandRow>>
