import { z } from 'zod'
import { amountSchema } from '../../api/schemas/common.ts'
import { type CommandRow, reply } from '../command-row.ts'
import { longestSaleNote } from '../order/limits.ts'
import { linkReceiverSchema } from './payment-link.ts'

const linkId = z.string().min(1).max(64)

/** Commands on payment links made beside a sale: rows of posCommands. */
export const linkCommands = {
  /** Makes a payment link for `amount` cents and sends it; its progress is in the snapshot. */
  'links.send': {
    right: 'send_links',
    payload: z.strictObject({
      amount: amountSchema.min(1),
      note: z.string().max(longestSaleNote),
      receiver: linkReceiverSchema,
      /** The order to pay, whose total is `amount`: it leaves the draft. Absent for a typed amount. */
      order_id: z.string().min(1).max(64).optional(),
    }),
    reply: reply<{ readonly link_id: string }>(),
  },
  /** Withdraws an unpaid link. The end of its session decides. */
  'links.withdraw': { right: 'send_links', payload: z.strictObject({ link_id: linkId }) },
  /** Puts the order of an unpaid link on hold, and removes the link from the snapshot. */
  'links.hold_order': { right: 'send_links', payload: z.strictObject({ link_id: linkId }) },
  /** Removes an ended link from the snapshot. */
  'links.acknowledge': { right: 'send_links', payload: z.strictObject({ link_id: linkId }) },
  /** A person acknowledges that payment links cannot be read. */
  'links.acknowledge_unreadable': { right: 'send_links' },
} as const satisfies Readonly<Record<string, CommandRow>>
