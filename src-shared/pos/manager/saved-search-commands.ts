import { z } from 'zod'
import { type CommandRow, reply } from '../command-row.ts'
import { wordFields } from './manager.ts'
import { longestSearchName, periodKinds, type SavedSearch, statusFilters } from './payment-filters.ts'

const name = z.string().max(longestSearchName).trim().min(1)
const amount = z.string().max(30)
const day = z.string().regex(/^(\d{4}-\d{2}-\d{2})?$/)

export const savedSearchSchema = z.strictObject({
  name,
  filters: z.strictObject({
    reference: z.string().max(300),
    field: z.enum(['any', ...wordFields]),
    status: z.enum(statusFilters),
    period: z.strictObject({ kind: z.enum(periodKinds), from: day, to: day }),
    amount,
    amountUpTo: amount,
  }),
}) satisfies z.ZodType<SavedSearch>

const searches = reply<{ readonly searches: readonly SavedSearch[] }>()

/** The saved payment searches of the signed-in person at this counter: rows of posCommands. */
export const savedSearchCommands = {
  'payments.saved_searches': { right: 'see_payments', reply: searches, polled: true },
  /** Replaces a search of the same name. Refused with not_now if the maximum number is reached. */
  'payments.save_search': { right: 'see_payments', payload: savedSearchSchema, reply: searches },
  'payments.remove_search': { right: 'see_payments', payload: z.strictObject({ name }), reply: searches },
} as const satisfies Readonly<Record<string, CommandRow>>
