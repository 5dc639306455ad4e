import { z } from 'zod'
import { amountSchema } from '../../api/schemas/common.ts'
import type { CommandRow } from '../command-row.ts'
import { longestSaleNote } from '../order/limits.ts'
import { pinSchema } from '../staff/staff.ts'
import { paymentEntrySchema } from './sale.ts'
import { signatureSchema } from './signature-picture.ts'

/** Commands on the sale at the counter: rows of posCommands. */
export const saleCommands = {
  /** Charges `amount` cents (more than 0). Refused unless the sale is ready. */
  'sale.charge': {
    right: 'sell',
    payload: z.strictObject({
      amount: amountSchema.min(1),
      entry: paymentEntrySchema,
      note: z.string().max(longestSaleNote),
      /** The order to charge, whose total is `amount`; absent for a typed amount. */
      order_id: z.string().min(1).max(64).optional(),
      /** A saved card of the chosen customer, to use instead of a presented one. */
      saved_card: z.string().min(1).max(64).optional(),
    }),
  },
  /** Requests to stop the current sale. The authorization's outcome decides. */
  'sale.cancel': { right: 'sell' },
  /** Continues without the customer's tip. */
  'sale.skip_tip': { right: 'sell' },
  /** The customer refused the surcharge: charges the card that was read, without it. */
  'sale.waive_surcharge': { right: 'sell' },
  /** The customer has agreed, to the cashier, to the charge of the saved card. */
  'sale.customer_agrees': { right: 'sell' },
  /** The payment stands: continues without the customer's signature on the terminal. */
  'sale.skip_signature': { right: 'sell' },
  /** Retries after a decline or a stop that allows it: same intent, next attempt. */
  'sale.retry': { right: 'sell', payload: z.strictObject({ entry: paymentEntrySchema }) },
  /**
   * Approved after a cancel, or partially approved: keeps or voids the payment. It can also be voided while the sale
   * waits for a signature.
   */
  'sale.decide': {
    right: 'undo_sale',
    orApproved: true,
    payload: z.strictObject({ choice: z.enum(['keep', 'void']), pin: pinSchema.optional() }),
    audited: ['choice'],
  },
  /** A signature drawn on the POS screen, as a PNG data URL, or null to continue without one. */
  'sale.sign': {
    right: 'sell',
    payload: z.strictObject({ signature: signatureSchema.nullable() }),
  },
  /** Prints the receipt of the approved sale on the terminal. */
  'sale.print': { right: 'sell' },
  /**
   * Leaves a finished sale: cancels an open intent, clears the terminal, and is ready again. A sale whose outcome takes
   * too long (`parkable`) is parked, and looked up further.
   */
  'sale.finish': { right: 'sell' },
  /** A person acknowledges that receipts now have another series. */
  'sale.acknowledge_series': { right: 'sell' },
} as const satisfies Readonly<Record<string, CommandRow>>
