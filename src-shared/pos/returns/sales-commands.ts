import { z } from 'zod'
import { amountSchema } from '../../api/schemas/common.ts'
import { emailAddressSchema } from '../../api/schemas/message.ts'
import { type CommandRow, reply } from '../command-row.ts'
import { pinSchema } from '../staff/staff.ts'
import type { SoldSale } from './sold-sale.ts'

const returnId = z.string().min(1).max(64)
const receiptNumber = z.string().trim().toUpperCase().min(1).max(20)

/** What may be asked about what was sold: its receipts, and what comes back of it. */
export const salesCommands = {
  /** The bills that left the counter last, the newest first. */
  'sales.recent': { right: 'sell', reply: reply<readonly SoldSale[]>() },
  /** The bill of a receipt's number, as it was typed or scanned. */
  'sales.open': {
    right: 'sell',
    payload: z.strictObject({ number: receiptNumber }),
    reply: reply<SoldSale>(),
  },
  /**
   * Gives back some lines of a bill, and tips. `total` is what the cashier read: refused where it is something else by
   * now, or where the service has less left of a card; and once where more went back of a card than this counter knows
   * of, which may have been for the same goods. A manager approves it, unless all of the last sale of this shift is
   * voided on its cards. How it goes is in the snapshot.
   */
  'returns.begin': {
    right: 'give_back',
    payload: z.strictObject({
      number: receiptNumber,
      lines: z
        .array(z.strictObject({ line_id: z.string().min(1).max(64), quantity: z.number().int().min(1) }))
        .max(200),
      /** The tenders whose tips go back. */
      tips: z.array(z.string().max(64)).max(50),
      total: amountSchema,
      /** All of it as store credit: on this card, or on a new one (null). What a gift card had paid goes back to it. */
      store_credit: z
        .strictObject({ card_id: z.string().max(64).nullable(), last_four: z.string().max(4) })
        .optional(),
      /** Other goods are taken for it: nothing goes back now, and `total` is what the lines are worth. */
      exchange: z.boolean().optional(),
      /** What else went back of its cards was for something else: the person has been told of it, and has looked. */
      looked: z.literal(true).optional(),
      reason: z.string().trim().max(200),
      pin: pinSchema.optional(),
    }),
    reply: reply<{ readonly return_id: string }>(),
  },
  /** Asks for a refund once more that was refused; a manager approves it where more had gone back of the card. */
  'returns.retry': {
    right: 'give_back',
    payload: z.strictObject({ return_id: returnId, pin: pinSchema.optional() }),
  },
  /** What a card's bank has refused is handed back in cash: a manager approves it. */
  'returns.in_cash': {
    right: 'give_back',
    payload: z.strictObject({ return_id: returnId, pin: pinSchema.optional() }),
  },
  /** The customer has the cash. */
  'returns.handed_back': { right: 'give_back', payload: z.strictObject({ return_id: returnId }) },
  /** Refused once any of it is with the customer, or on its way. */
  'returns.cancel': { right: 'give_back', payload: z.strictObject({ return_id: returnId }) },
  /** Takes a return that has ended out of the snapshot. */
  'returns.acknowledge': { right: 'give_back', payload: z.strictObject({ return_id: returnId }) },

  /** Somebody at the counter knows of the lines about returns that cannot be read. */
  'returns.acknowledge_unreadable': { right: 'give_back' },

  /** Prints the receipts of the cards that paid a bill, on the terminal. */
  'receipts.print': {
    right: 'sell',
    payload: z.strictObject({ number: receiptNumber }),
    /** The cards whose receipts did not come out, where another did, or where somebody cancelled it at the terminal. */
    reply: reply<{ readonly not_printed: readonly string[]; readonly cancelled: boolean }>(),
  },
  /** Sends the receipts of the cards that paid a bill. `sent` is false when nobody can promise it; `message` says why. */
  'receipts.email': {
    right: 'sell',
    payload: z.strictObject({ number: receiptNumber, email: emailAddressSchema }),
    reply: reply<{ readonly sent: boolean; readonly message: string }>(),
  },
  /**
   * A bill's receipt, one without prices, or that of a return, as a PDF.
   * complete: false where the service did not give the details of a card.
   */
  'receipts.save': {
    right: 'sell',
    payload: z.strictObject({
      number: receiptNumber,
      kind: z.enum(['sale', 'gift', 'return']),
      return_id: returnId.optional(),
    }),
    reply: reply<{ readonly saved: boolean; readonly complete: boolean }>(),
  },
} as const satisfies Readonly<Record<string, CommandRow>>
