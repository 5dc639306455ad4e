import { z } from 'zod'
import { amountSchema } from '../../api/schemas/common.ts'
import { linkReceiverSchema } from '../links/payment-link.ts'
import { longestSaleNote } from '../order/limits.ts'
import { paymentEntrySchema } from '../sale/sale.ts'
import { pinSchema } from '../staff/staff.ts'

const id = z.string().min(1).max(64)

/** Commands about the bill that is being paid: rows of posCommands. */
export const billCommands = {
  /** Opens an unpaid bill to be paid in parts. A free order's bill is paid at once. */
  'bill.open': {
    right: 'sell',
    payload: z
      .strictObject({
        amount: amountSchema,
        note: z.string().max(longestSaleNote),
        order_id: id.optional(),
        /** An exchange credit pays first. `back`: what goes back, as the cashier read it; refused if it differs. */
        exchange: z
          .strictObject({
            return_id: id,
            back: amountSchema,
            /** What goes back becomes store credit: on this card, or on a new one (null). */
            store_credit: z
              .strictObject({ card_id: z.string().max(64).nullable(), last_four: z.string().max(4) })
              .optional(),
          })
          .optional(),
      })
      .refine(({ amount, order_id, exchange }) => amount > 0 || (order_id !== undefined && !exchange), {
        path: ['amount'],
        error: 'must be 1 or more, but for an order that costs nothing',
      }),
  },
  /** A card pays the balance of the open bill, or a part of it. */
  'bill.charge': {
    right: 'sell',
    payload: z.strictObject({ amount: amountSchema.min(1), entry: paymentEntrySchema }),
  },
  /**
   * The customer has handed over `tendered` cents. `balance` is the one that the cashier read: of the open bill or, if
   * none is open, of the new bill. Refused if the balance has changed.
   */
  'bill.take_cash': {
    right: 'sell',
    payload: z.strictObject({
      tendered: amountSchema,
      balance: amountSchema.min(1),
      note: z.string().max(longestSaleNote),
      /** The order to pay if no bill is open; absent for a typed amount. */
      order_id: id.optional(),
    }),
  },
  /** Gives back everything paid of the open bill: voids the cards, then the cash is handed back. */
  'bill.undo': {
    right: 'undo_sale',
    orApproved: true,
    payload: z.strictObject({ pin: pinSchema.optional() }),
  },
  /** The customer has the cash back. */
  'bill.cash_returned': { right: 'sell' },
  /** Leaves a part paid bill. A manager approves it, and gives the money back or collects the rest. */
  'bill.leave': { right: 'sell', payload: z.strictObject({ pin: pinSchema.optional() }) },
  /** Continues a bill restored from a backup, which was not continued at the counter of the backup. */
  'bill.keep_restored': { right: 'sell' },
  /** The card did not pay: the bill stays open for another tender. */
  'bill.pay_otherwise': { right: 'sell' },
  /** A link pays the balance of the open bill, or a part of it; until it ends, no other tender can pay. */
  'bill.send_link': {
    right: 'send_links',
    payload: z.strictObject({ amount: amountSchema.min(1), receiver: linkReceiverSchema }),
  },
  /** Withdraws the link of the open bill. The end of its session decides. */
  'bill.withdraw_link': { right: 'send_links' },
  /**
   * Lets another tender pay instead of the open bill's link, while the bank's answer about the link's payment is
   * pending. A manager approves it: what the link paid does not count here.
   */
  'bill.give_up_link': { right: 'sell', payload: z.strictObject({ bill_id: id, pin: pinSchema.optional() }) },
  /** The bill waits beside the next sale for the payer of its link. */
  'bill.put_aside': { right: 'sell' },
  /** Brings a bill that was put aside back to the counter, which must be free. */
  'bill.bring_back': { right: 'sell', payload: z.strictObject({ bill_id: id }) },
  /** Leaves an unpaid bill, and puts its order on hold. */
  'bill.hold_order': { right: 'sell' },
} as const
