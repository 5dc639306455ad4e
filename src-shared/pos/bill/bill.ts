import { z } from 'zod'
import { amountSchema, timestampSchema } from '../../api/schemas/common.ts'
import { paymentLinkSchema } from '../links/payment-link.ts'
import { orderSchema } from '../order/order.ts'
import { exchangePartSchema, returnedLineSchema, returnPartSchema } from '../returns/return.ts'
import { paymentSummarySchema, saleFactsSchema } from '../sale/sale.ts'
import { byPersonSchema } from '../staff/person.ts'
import { restoredSchema } from './restored-facts.ts'
import { tabSchema } from './tab.ts'

/**
 * What a customer owes, and the tenders that pay it, one after the other, until the balance is 0 or all was given back.
 * A card's tender has a sale of its own (sale.ts), which ends before the bill does. Amounts are cents.
 *
 *   open ─tender▶ open, with a smaller balance ▶ … ▶ paid (the balance is 0)
 *   a free bill is paid from the start, and has no tenders
 *   an exchange has the returned goods as its first tender, and drops it if it is left unpaid (exchange.ts)
 *     └─link▶ waiting for its payer, and for nothing else ─it ended▶ open
 *     └─undo▶ undoing: cards are voided, the last one first, then the cash is handed back ▶ given back
 */
const writtenCardTenderSchema = z.object({
  kind: z.literal('card'),
  status: z.enum(['paid', 'returned']),
  /** What it pays of the bill: at most the amount charged to this card. */
  amount: amountSchema,
  /** The tip that the card paid in addition. */
  tip: amountSchema,
  /** The credit card surcharge that it paid in addition. */
  surcharge: amountSchema.default(0),
  /** The customer signed on a screen of the counter; a signature on the terminal is stored with the payment. */
  signed_here: z.literal(true).optional(),
  /** The facts needed to void it. */
  sale: saleFactsSchema,
  payment: paymentSummarySchema,
})
/**
 * The tender's parts add up to what its payment has still paid. An earlier version deducted refunds made elsewhere only
 * from the tender: without this correction, they would be deducted twice.
 */
const cardTenderSchema = writtenCardTenderSchema.transform((tender) => {
  const { amount, tip, surcharge, payment } = tender
  const paid = amount + tip + surcharge
  const back = payment.amount - paid
  if (back <= 0) return tender
  return { ...tender, payment: { ...payment, amount: paid, returned: (payment.returned ?? 0) + back } }
})
export type CardTender = z.infer<typeof cardTenderSchema>

const cashTenderSchema = z.object({
  kind: z.literal('cash'),
  status: z.enum(['paid', 'returned']),
  /** Its id in the drawer's ledger. */
  id: z.string(),
  amount: amountSchema,
  /** What rounding to the smallest coin added or took off. */
  rounding: z.number().int(),
  tendered: amountSchema,
  change: amountSchema,
  taken_at: timestampSchema,
  /** The person who took it. */
  person_id: byPersonSchema,
})

/** Money from a gift card or store credit. */
const giftCardTenderSchema = z.object({
  kind: z.literal('gift_card'),
  /** asking: the service was asked to charge the card, and nothing else happens to the bill meanwhile. */
  status: z.enum(['asking', 'paid', 'returned']),
  /** Its id in the card's ledger. */
  id: z.string(),
  card_id: z.string(),
  last_four: z.string(),
  amount: amountSchema,
  /** The card's balance afterwards; null while unknown. */
  left: amountSchema.nullable(),
  taken_at: timestampSchema,
  person_id: byPersonSchema,
})

/** Goods brought back from an earlier bill: they pay from the beginning, and move no money. */
const exchangeTenderSchema = z.object({
  kind: z.literal('exchange'),
  status: z.enum(['paid', 'returned']),
  /** Id of the return. */
  id: z.string(),
  /** The receipt's number of the earlier bill. */
  number: z.string(),
  amount: amountSchema,
  /** The surcharges paid with it, which stay with the money. */
  surcharge: amountSchema,
  rounding: z.number().int(),
  /** The returned goods. */
  lines: z.array(returnedLineSchema),
  /** The payers of the money. */
  credit: z.array(exchangePartSchema),
  /** What goes back once the bill is paid, because the new goods cost less. */
  rest: z.array(returnPartSchema),
})
export type ExchangeTender = z.infer<typeof exchangeTenderSchema>

export const tenderSchema = z.discriminatedUnion('kind', [
  cardTenderSchema,
  cashTenderSchema,
  giftCardTenderSchema,
  exchangeTenderSchema,
])
export type Tender = z.infer<typeof tenderSchema>

/** Why a gift card did not pay. `not_saved`: it was not charged, because the request could not be journaled. */
export const giftCardRefusalSchema = z.enum(['balance', 'blocked', 'refused', 'not_saved'])
export type GiftCardRefusal = z.infer<typeof giftCardRefusalSchema>

export const billSchema = z.object({
  id: z.string(),
  /** The receipt's number, such as KT1042: without gaps, in the order in which this counter's bills were opened. */
  number: z.string(),
  /** The goods; null for a typed amount. */
  order: orderSchema.nullable(),
  total: amountSchema,
  currency: z.string(),
  note: z.string(),
  opened_at: timestampSchema,
  tenders: z.array(tenderSchema),
  status: z.enum(['open', 'undoing']),
  /** The tab that it closes, which stays open if nothing is paid. Null if it is not a tab. */
  tab: tabSchema.nullable().default(null),
  /** Its pending link, or one that ended unpaid; null if there is none. */
  link: paymentLinkSchema.nullable().default(null),
  /** Why the last gift card did not pay. */
  gift_card_refused: giftCardRefusalSchema.optional(),
  /** Restored from a backup in which it was at a counter; no person has decided about it yet. */
  restored: restoredSchema.optional(),
  /** The person who opened it. */
  person_id: byPersonSchema,
})
export type Bill = z.infer<typeof billSchema>

/** A bill that has left the counter but is not in the book of sales yet; closed_at is null from an older version. */
export const unfiledBillSchema = billSchema.extend({ closed_at: timestampSchema.nullable().default(null) })
export type UnfiledBill = z.infer<typeof unfiledBillSchema>

const seriesSchema = z.string().regex(/^[A-Z]{2}$/)

/** The series is chosen at random with the journal, so that the counters of a shop have different numbers. */
export const numberingSchema = z.object({
  series: seriesSchema,
  next: z.number().int(),
  /**
   * The previous series, which another counter's book may continue: this counter was restored from a backup, or its
   * folder was rolled back or copied. Absent in a counter's first series.
   */
  former: z
    .object({
      series: seriesSchema,
      /** A person has acknowledged it. */
      seen: z.boolean(),
      /** The number of the bill that left last; kept until a bill of the new series has left. */
      last: z.string().optional(),
    })
    .optional(),
  /** All earlier series, newest last, each with its next number and the time when it ended. */
  had: z.array(z.object({ series: seriesSchema, next: z.number().int(), until: timestampSchema })).optional(),
  /** Creation time of the newest payment of the service that was compared with the numbering. */
  compared: timestampSchema.optional(),
})
export type Numbering = z.infer<typeof numberingSchema>
