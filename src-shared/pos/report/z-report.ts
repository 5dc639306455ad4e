import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { differenceSchema } from './compare.ts'
import { figuresSchema } from './figures-schema.ts'

const cents = z.number().int()

/** The service's data on a period and its differences to this counter's book, or why the service could not be asked. */
export const serviceCheckSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not_checked'), detail: z.string() }),
  z.object({
    kind: z.literal('checked'),
    at: timestampSchema,
    /** All card payments of the account that were captured in the period, and their refunds until now. */
    payments: z.object({ count: cents, captured: cents, returned: cents }),
    brands: z.array(z.object({ brand: z.string(), count: cents, captured: cents, returned: cents })),
    /** The `payments` that are not of this counter: of other counters, by links, or of other users of a key. */
    elsewhere: z.object({ count: cents, captured: cents, returned: cents }),
    /** Settled and unsettled amounts, less refunds. */
    settled: cents,
    unsettled: cents,
    /** Fees booked in the period, less refunded ones. */
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
    /** External payments and records without a match, of any day. */
    unmatched: z.array(
      z.object({ type: z.enum(['payment', 'refund', 'record']), id: z.string(), amount: cents }),
    ),
    differences: z.array(differenceSchema),
  }),
])
export type ServiceCheck = z.infer<typeof serviceCheckSchema>

/** A report of a period, computed at one moment. */
export const reportSchema = z.object({
  /** Inclusive; `to` is exclusive. */
  from: timestampSchema,
  to: timestampSchema,
  time_zone: z.string(),
  day_ends_at: z.number().int(),
  currency: z.string(),
  figures: figuresSchema,
  /** Between the book of sales and the drawer's ledger. */
  differences: z.array(differenceSchema),
  check: serviceCheckSchema,
  /** Unreadable lines of the files, which are in no figure. */
  unreadable: z.number().int(),
})
export type Report = z.infer<typeof reportSchema>

/**
 * A report that closes a period for good. Each one follows its predecessor without a gap, in number and time, and
 * contains its hash, so that changing one changes all that follow (docs/decisions/0075).
 */
export const zReportSchema = z.object({
  number: z.number().int().min(1),
  /** The series of this counter's receipts then, if another book may have a report of the same number (z-name.ts). */
  series: z.string().optional(),
  closed_at: timestampSchema,
  /** The business day on which it was closed, or that of its first sale if that is earlier. */
  day: z.string(),
  person: z.string().nullable(),
  report: reportSchema,
  /** The bills, returns and entries that it counts: each is counted in only one report. */
  counted: z.object({
    bills: z.array(z.string()),
    returns: z.array(z.string()),
    cash: z.array(z.string()),
  }),
  /** The hash of the previous report; empty for the first. */
  previous: z.string(),
})
export type ZReport = z.infer<typeof zReportSchema>

/** A row in the list of reports. */
export interface ZReportSummary {
  readonly number: number
  /** The name for people. */
  readonly name: string
  readonly closed_at: string
  readonly day: string
  /** Null if its figures cannot be read. */
  readonly totals: { readonly collected: number; readonly given_back: number } | null
  /** It differs from what was written when it was closed, or a predecessor is missing. */
  readonly damaged: boolean
}
