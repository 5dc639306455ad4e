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
 * What a customer owes, and what pays it: one tender after the other, until the balance is 0 or all was given back.
 * A card's tender has a sale of its own (sale.ts), which the bill outlives. Amounts are cents.
 *
 *   open ─tender▶ open, with a smaller balance ▶ … ▶ paid (the balance is 0)
 *   what costs nothing is paid from the beginning, and has no tenders
 *   an exchange begins with what came back as its first tender; left unpaid, that is given to no one (exchange.ts)
 *     └─link▶ waiting for its payer, and for nothing else ─it ended▶ open
 *     └─undo▶ undoing: cards are voided, the last one first, then the cash is handed back ▶ given back
 */
const writtenCardTenderSchema = z.object({
  kind: z.literal('card'),
  status: z.enum(['paid', 'returned']),
  /** What it pays of the bill: at most what was asked of this card. */
  amount: amountSchema,
  /** What the card paid besides, as a tip. */
  tip: amountSchema,
  /** What it paid besides, because it is a credit card. */
  surcharge: amountSchema.default(0),
  /** Its holder signed on a screen of the counter; a signature on the terminal is with the payment. */
  signed_here: z.literal(true).optional(),
  /** Enough to void it. */
  sale: saleFactsSchema,
  payment: paymentSummarySchema,
})
/**
 * Its parts add up to what its payment has still paid. An earlier version took what went back elsewhere off the tender alone;
 * taken for paid once more, it would be taken off twice.
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
  /** Names it in the drawer's ledger. */
  id: z.string(),
  amount: amountSchema,
  /** What rounding to the smallest coin added, or took off. */
  rounding: z.number().int(),
  tendered: amountSchema,
  change: amountSchema,
  taken_at: timestampSchema,
  /** Who took it. */
  person_id: byPersonSchema,
})

/** Money that the customer had on a gift card, or as store credit. */
const giftCardTenderSchema = z.object({
  kind: z.literal('gift_card'),
  /** asking: the service has been asked to take it off the card, and nothing else happens to the bill meanwhile. */
  status: z.enum(['asking', 'paid', 'returned']),
  /** Names the entry in the card's ledger. */
  id: z.string(),
  card_id: z.string(),
  last_four: z.string(),
  amount: amountSchema,
  /** What the card has after it; null while it is not known. */
  left: amountSchema.nullable(),
  taken_at: timestampSchema,
  person_id: byPersonSchema,
})

/** What the customer brought back of an earlier bill: it pays from the beginning, and moves no money. */
const exchangeTenderSchema = z.object({
  kind: z.literal('exchange'),
  status: z.enum(['paid', 'returned']),
  /** Names the return that it comes from. */
  id: z.string(),
  /** The receipt's number of the earlier bill. */
  number: z.string(),
  amount: amountSchema,
  /** Of the surcharges that were paid with it: they stay with the money. */
  surcharge: amountSchema,
  rounding: z.number().int(),
  /** What came back. */
  lines: z.array(returnedLineSchema),
  /** Whose money it is. */
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

/** Why a gift card paid nothing. `not_saved`: nothing was asked, because it could not be written down here. */
export const giftCardRefusalSchema = z.enum(['balance', 'blocked', 'refused', 'not_saved'])
export type GiftCardRefusal = z.infer<typeof giftCardRefusalSchema>

export const billSchema = z.object({
  id: z.string(),
  /** The receipt's number, such as KT1042: without gaps, in the order in which bills were begun at this counter. */
  number: z.string(),
  /** What is sold; null where an amount was typed. */
  order: orderSchema.nullable(),
  total: amountSchema,
  currency: z.string(),
  note: z.string(),
  opened_at: timestampSchema,
  tenders: z.array(tenderSchema),
  status: z.enum(['open', 'undoing']),
  /** The tab that it closes: left without a payment, it stays open. Null for what is no tab. */
  tab: tabSchema.nullable().default(null),
  /** The link that somebody is to pay by, and what became of one that nobody paid by; null where there is none. */
  link: paymentLinkSchema.nullable().default(null),
  /** The gift card that was to pay last, and did not. */
  gift_card_refused: giftCardRefusalSchema.optional(),
  /** It stood at a counter when the backup was made that this one was restored from, and no person has decided since. */
  restored: restoredSchema.optional(),
  /** Who opened it. */
  person_id: byPersonSchema,
})
export type Bill = z.infer<typeof billSchema>

/** A bill that has left the counter, until the book of sales has it; null where an older version wrote it. */
export const unfiledBillSchema = billSchema.extend({ closed_at: timestampSchema.nullable().default(null) })
export type UnfiledBill = z.infer<typeof unfiledBillSchema>

const seriesSchema = z.string().regex(/^[A-Z]{2}$/)

/** The series is chosen at random with the journal: two counters of a shop write different numbers. */
export const numberingSchema = z.object({
  series: seriesSchema,
  next: z.number().int(),
  /**
   * The series before, which somebody else's book goes on with: its counter was restored here from a backup, or the folder
   * was put back to an earlier day, or copied. Absent in a counter's first series.
   */
  former: z
    .object({
      series: seriesSchema,
      /** A person knows of it. */
      seen: z.boolean(),
      /** The number of the bill that left last; kept until one of the new series has left. */
      last: z.string().optional(),
    })
    .optional(),
  /** All that it had before, the newest last, with the number that would have been the next, and when they ended. */
  had: z.array(z.object({ series: seriesSchema, next: z.number().int(), until: timestampSchema })).optional(),
  /** When the newest of the service's payments was made that were compared with it. */
  compared: timestampSchema.optional(),
})
export type Numbering = z.infer<typeof numberingSchema>
