import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { differenceSchema } from './compare.ts'
import { figuresSchema } from './figures-schema.ts'

const cents = z.number().int()

/** What the service has of a period, and where that is not what this counter's book has; or why nobody could ask. */
export const serviceCheckSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not_checked'), detail: z.string() }),
  z.object({
    kind: z.literal('checked'),
    at: timestampSchema,
    /** All card payments of the account that were captured in the period, and what of them has gone back by now. */
    payments: z.object({ count: cents, captured: cents, returned: cents }),
    brands: z.array(z.object({ brand: z.string(), count: cents, captured: cents, returned: cents })),
    /** Of `payments`, those that are not of this counter: other counters', by links, and by whoever else has a key. */
    elsewhere: z.object({ count: cents, captured: cents, returned: cents }),
    /** What the bank has in a settlement already, and what it has not; less what was returned. */
    settled: cents,
    unsettled: cents,
    /** Fees that were booked in the period, less those that were given back. */
    fees: cents,
    settlements: z.array(
      z.object({
        id: z.string(),
        day: z.string().nullable(),
        status: z.enum(['closing', 'closed']),
        amount_captured: cents,
        amount_refunded: cents,
        amount_fees: cents,
      }),
    ),
    /** External payments and records that have no partner, of whatever day. */
    unmatched: z.array(
      z.object({ type: z.enum(['payment', 'refund', 'record']), id: z.string(), amount: cents }),
    ),
    differences: z.array(differenceSchema),
  }),
])
export type ServiceCheck = z.infer<typeof serviceCheckSchema>

/** A report of a period, as it is read at a moment. */
export const reportSchema = z.object({
  /** The beginning is a part of it, the end is not. */
  from: timestampSchema,
  to: timestampSchema,
  time_zone: z.string(),
  day_ends_at: z.number().int(),
  currency: z.string(),
  figures: figuresSchema,
  /** Between the book of sales and the drawer's ledger. */
  differences: z.array(differenceSchema),
  check: serviceCheckSchema,
  /** Lines of the files that cannot be read: what they were about is in no figure. */
  unreadable: z.number().int(),
})
export type Report = z.infer<typeof reportSchema>

/**
 * A report that closes a period for good. Each follows the one before it without a gap, in number and in time, and
 * contains its hash: whoever changes one changes all that follow (docs/decisions/0075).
 */
export const zReportSchema = z.object({
  number: z.number().int().min(1),
  /** That of this counter's receipts then, where another book may have a report of the same number (z-name.ts). */
  series: z.string().optional(),
  closed_at: timestampSchema,
  /** The business day in which it was closed, or of the first sale in it where that is earlier. */
  day: z.string(),
  person: z.string().nullable(),
  report: reportSchema,
  /** The bills, returns and entries that are counted in it: none is counted in another. */
  counted: z.object({
    bills: z.array(z.string()),
    returns: z.array(z.string()),
    cash: z.array(z.string()),
  }),
  /** Of the report before; empty for the first. */
  previous: z.string(),
})
export type ZReport = z.infer<typeof zReportSchema>

/** A line of the list of reports. */
export interface ZReportSummary {
  readonly number: number
  /** As people read it. */
  readonly name: string
  readonly closed_at: string
  readonly day: string
  /** Null where its figures cannot be read. */
  readonly totals: { readonly collected: number; readonly given_back: number } | null
  /** It is not what was written when it was closed, or one before it is missing. */
  readonly damaged: boolean
}
