import { z } from 'zod'
import { maximumAmount } from '../../money.ts'
import { isGiftCardCode } from '../../payments/gift-card-code.ts'
import {
  amountSchema,
  currencySchema,
  cursorQuerySchema,
  descriptionSchema,
  pageOf,
  timestampSchema,
} from './common.ts'

export const giftCardKindSchema = z.enum(['gift', 'credit']).meta({
  description: 'gift: the card was paid for. credit: store credit that was issued for returned goods.',
})

export const giftCardStatusSchema = z.enum(['active', 'blocked'])

/** Ours. Money that the business owes the holder of the card. Only the hash of its code is stored. */
export const giftCardSchema = z
  .object({
    id: z.string(),
    entity: z.literal('gift_card'),
    /** The card is valid at every account of the business. */
    business_id: z.string(),
    kind: giftCardKindSchema,
    /** The last four characters of the code. */
    last_four: z.string(),
    /** The sum of its entries, in cents. */
    balance: amountSchema,
    currency: z.string(),
    status: giftCardStatusSchema,
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'GiftCard' })
export type GiftCard = z.infer<typeof giftCardSchema>

export const giftCardEntryKindSchema = z.enum(['issue', 'load', 'redeem', 'give_back', 'void']).meta({
  description: 'give_back reverses a redeem. void reverses an issue, a load, or an entry that never arrived.',
})
export type GiftCardEntryKind = z.infer<typeof giftCardEntryKindSchema>

/** A line of a card's ledger, which is never changed or removed. */
export const giftCardEntrySchema = z
  .object({
    id: z.string(),
    entity: z.literal('gift_card_entry'),
    gift_card_id: z.string(),
    account_id: z.string(),
    kind: giftCardEntryKindSchema,
    /** Change of the balance, in cents; negative for a deduction. */
    amount: z.number().int().min(-maximumAmount).max(maximumAmount),
    /** Balance after this entry, in cents. */
    balance: amountSchema,
    /** Starts at 1, without gaps. */
    sequence: z.number().int().min(1),
    /** The client's own name for the entry; unique within a business, for ever. */
    reference: z.string(),
    /** The entry that this one reverses. */
    reverses: z.string().nullable(),
    description: z.string().nullable(),
    created_at: timestampSchema,
  })
  .meta({ id: 'GiftCardEntry' })
export type GiftCardEntry = z.infer<typeof giftCardEntrySchema>

export const giftCardMovementSchema = z
  .object({ gift_card: giftCardSchema, entry: giftCardEntrySchema })
  .meta({ id: 'GiftCardMovement' })
export type GiftCardMovement = z.infer<typeof giftCardMovementSchema>

const codeSchema = z
  .string()
  .refine(isGiftCardCode, { error: 'a code of 16 letters whose last letter is the correct check letter' })
  .meta({
    description:
      'The code of the card: 16 of the letters BCDFGHJKLMNPQRSTVWXZ. The last letter is the Luhn mod 20 check of the others.',
    pattern: '^[BCDFGHJKLMNPQRSTVWXZ]{16}$',
    example: 'KXBTRWQMHJDLPFCZ',
  })

const referenceSchema = z
  .string()
  .min(10)
  .max(64)
  .regex(/^[\w.:-]+$/)
  .meta({
    description:
      'Your own identifier of the entry. A request that repeats a reference returns the same entry and moves no money again.',
  })

const movementFields = {
  amount: amountSchema.min(1),
  currency: currencySchema,
  reference: referenceSchema,
  description: descriptionSchema.optional(),
}

export const createGiftCardBodySchema = z.strictObject({
  kind: giftCardKindSchema,
  /** Made by the client, at random, so that no reply of the service ever contains it. */
  code: codeSchema,
  ...movementFields,
})
export type CreateGiftCardBody = z.infer<typeof createGiftCardBodySchema>

export const moveGiftCardBodySchema = z.strictObject(movementFields)
export type MoveGiftCardBody = z.infer<typeof moveGiftCardBodySchema>

/** The reference of the entry to reverse; an entry that arrives under it later is refused. */
export const reverseGiftCardBodySchema = z.strictObject({
  reference: referenceSchema,
  description: descriptionSchema.optional(),
})
export type ReverseGiftCardBody = z.infer<typeof reverseGiftCardBodySchema>

export const lookUpGiftCardBodySchema = z.strictObject({ code: codeSchema })

export const updateGiftCardBodySchema = z.strictObject({ status: giftCardStatusSchema })

export const listGiftCardsQuerySchema = cursorQuerySchema.extend({
  last_four: z.string().length(4).optional(),
  status: giftCardStatusSchema.optional(),
})

export const giftCardPageSchema = pageOf(giftCardSchema)
export const giftCardEntryPageSchema = pageOf(giftCardEntrySchema)

/** The total balance of the cards of the businesses that the key reaches, by currency. */
export const giftCardLiabilitySchema = z
  .object({ data: z.array(z.object({ currency: z.string(), amount: amountSchema })) })
  .meta({ id: 'GiftCardLiability' })
