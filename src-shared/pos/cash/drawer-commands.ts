import { z } from 'zod'
import { amountSchema } from '../../api/schemas/common.ts'
import { type CommandRow, reply } from '../command-row.ts'
import { pinSchema } from '../staff/staff.ts'
import { countSchema, reasonSchema } from './cash-entry.ts'

/** Commands on the cash drawer: rows of posCommands. */
export const drawerCommands = {
  /** Opens the drawer's shift with `amount` cents in it. Refused if a shift is open. */
  'drawer.open_shift': {
    right: 'use_drawer',
    payload: z.strictObject({ amount: amountSchema }),
    audited: ['amount'],
  },
  /** Opens the drawer without booking money. */
  'drawer.no_sale': { right: 'use_drawer', payload: z.strictObject({ reason: reasonSchema }) },
  /** Takes cash out: to the safe, for a purchase, or as a refund. A manager must approve the last two. */
  'drawer.take_out': {
    right: 'use_drawer',
    payload: z.strictObject({
      kind: z.enum(['drop', 'payout', 'refund']),
      amount: amountSchema.min(1),
      reason: reasonSchema,
      /** The receipt's number for a refund; otherwise empty. */
      bill: z.string().trim().max(20),
      pin: pinSchema.optional(),
    }),
  },
  /** Puts cash into the drawer other than by a sale, such as for change. */
  'drawer.put_in': {
    right: 'use_drawer',
    payload: z.strictObject({ amount: amountSchema.min(1), reason: reasonSchema }),
    audited: ['amount', 'reason'],
  },
  /**
   * Ends the shift with the counted notes and coins. Refused while cash is not yet in the ledger, and while a bill is
   * part paid.
   */
  'drawer.close_shift': {
    right: 'use_drawer',
    payload: z.strictObject({ counted: countSchema }),
    /** `expected` is null for a blind count. */
    reply: reply<{ readonly expected: number | null; readonly counted: number }>(),
  },
} as const satisfies Readonly<Record<string, CommandRow>>
