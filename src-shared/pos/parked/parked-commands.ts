import { z } from 'zod'
import type { CommandRow } from '../command-row.ts'
import { pinSchema } from '../staff/staff.ts'

const saleId = z.string().min(1).max(64)

/** Commands on parked sales: rows of posCommands. */
export const parkedCommands = {
  /** For a parked sale whose payment turned out approved: keeps or voids the payment. */
  'parked.decide': {
    right: 'undo_sale',
    orApproved: true,
    payload: z.strictObject({ sale_id: saleId, choice: z.enum(['keep', 'void']), pin: pinSchema.optional() }),
    audited: ['sale_id', 'choice'],
  },
  /** Removes a parked sale from the snapshot, if its outcome is known or the service has not known it for a day. */
  'parked.acknowledge': { right: 'sell', payload: z.strictObject({ sale_id: saleId }) },

  /**
   * A manager records the outcome of a parked sale that is still looked up, as seen on a statement. It proves nothing,
   * but allows the sale to be put away. `id` is the window's own: a repeat makes no second note at the service.
   */
  'parked.record': {
    right: 'change_payments',
    orApproved: true,
    payload: z.strictObject({
      id: z.string().min(10).max(64),
      sale_id: saleId,
      finding: z.enum(['done', 'not_done']),
      text: z.string().trim().min(1).max(2000),
      pin: pinSchema.optional(),
    }),
    audited: ['sale_id', 'finding', 'text'],
  },

  /** A person acknowledges that records of sales cannot be read. */
  'parked.acknowledge_unreadable': { right: 'sell' },
} as const satisfies Readonly<Record<string, CommandRow>>
