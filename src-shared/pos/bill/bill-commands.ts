import { z } from 'zod'
import { amountSchema } from '../../api/schemas/common.ts'
import { linkReceiverSchema } from '../links/payment-link.ts'
import { paymentEntrySchema } from '../sale/sale.ts'
import { pinSchema } from '../staff/staff.ts'

const id = z.string().min(1).max(64)

/** What the counter asks about the bill that is paid: rows of posCommands. */
export const billCommands = {
  /** What was typed is paid in parts: a bill is opened that no tender has paid yet. One of an order that costs nothing is paid. */
  'bill.open': {
    right: 'sell',
    payload: z
      .strictObject({
        amount: amountSchema,
        note: z.string().max(200),
        order_id: id.optional(),
        /** What was brought back pays first. `back`: what the cashier read that goes back, refused where it is not. */
        exchange: z
          .strictObject({
            return_id: id,
            back: amountSchema,
            /** What goes back is store credit: on this card, or on a new one (null). */
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
  /** A card pays the open bill, or a part of what is left of it. */
  'bill.charge': {
    right: 'sell',
    payload: z.strictObject({ amount: amountSchema.min(1), entry: paymentEntrySchema }),
  },
  /**
   * The customer has handed over `tendered` cents. `balance` is what the cashier read: of the open bill, or, where none
   * is open, of the one that is paid by this. Refused where it is another one by now.
   */
  'bill.take_cash': {
    right: 'sell',
    payload: z.strictObject({
      tendered: amountSchema,
      balance: amountSchema.min(1),
      note: z.string().max(200),
      /** The order that is paid where no bill is open; absent where an amount was typed. */
      order_id: id.optional(),
    }),
  },
  /** Everything that has been paid of the open bill goes back: cards are voided, then the cash is handed back. */
  'bill.undo': {
    right: 'undo_sale',
    orApproved: true,
    payload: z.strictObject({ pin: pinSchema.optional() }),
  },
  /** The customer has the cash back. */
  'bill.cash_returned': { right: 'sell' },
  /** Leaves a bill part paid: a manager, who approves it, gives back what was paid, or takes the rest. */
  'bill.leave': { right: 'sell', payload: z.strictObject({ pin: pinSchema.optional() }) },
  /** Goes on with a bill that a backup brought: it was not gone on with at the counter of the backup. */
  'bill.keep_restored': { right: 'sell' },
  /** The card did not pay: the bill stays open for another tender. */
  'bill.pay_otherwise': { right: 'sell' },
  /** A part of the open bill, or all that is left of it, is paid elsewhere by a link; no other tender pays meanwhile. */
  'bill.send_link': {
    right: 'send_links',
    payload: z.strictObject({ amount: amountSchema.min(1), receiver: linkReceiverSchema }),
  },
  /** Takes the link of the open bill back. The session's own end decides. */
  'bill.withdraw_link': { right: 'send_links' },
  /**
   * Another tender is to pay what the link of the open bill was made for, while the bank has not answered about its payment.
   * A manager approves it: what the link paid counts nowhere here.
   */
  'bill.give_up_link': { right: 'sell', payload: z.strictObject({ bill_id: id, pin: pinSchema.optional() }) },
  /** The bill waits for the payer of its link beside the next sale. */
  'bill.put_aside': { right: 'sell' },
  /** A bill that was put aside stands at the counter again, which must be free. */
  'bill.bring_back': { right: 'sell', payload: z.strictObject({ bill_id: id }) },
  /** Leaves a bill that nobody paid anything of, and puts its order on hold. */
  'bill.hold_order': { right: 'sell' },
} as const
