import { z } from 'zod'
import { type CommandRow, reply } from '../command-row.ts'
import { pinSchema } from '../staff/staff.ts'
import type { HeldOrderSummary } from './order-book.ts'
import { orderRequestSchema } from './order-request.ts'

/** Commands on the draft order and the held ones: rows of posCommands. */
export const orderCommands = {
  /**
   * Changes the draft order. `id` is the window's own: a repeated change is made once. Refused with pin_needed if a
   * manager must approve it, and with not_now during a sale.
   */
  'order.change': {
    right: 'sell',
    payload: z.strictObject({
      id: z.string().min(1).max(40),
      request: orderRequestSchema,
      pin: pinSchema.nullable(),
    }),
  },
  /** The held orders, oldest first. */
  'order.held': { right: 'sell', reply: reply<readonly HeldOrderSummary[]>() },
} as const satisfies Readonly<Record<string, CommandRow>>
