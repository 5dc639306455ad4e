import { z } from 'zod'
import { amountSchema } from '../../api/schemas/common.ts'
import { emailAddressSchema } from '../../api/schemas/message.ts'
import { type CommandRow, reply } from '../command-row.ts'
import { pinSchema } from '../staff/staff.ts'
import type { SoldSale } from './sold-sale.ts'

const returnId = z.string().min(1).max(64)
const receiptNumber = z.string().trim().toUpperCase().min(1).max(20)

/** Commands about sold bills: their receipts and returns. */
export const salesCommands = {
  /** The bills that left the counter last, newest first. */
  'sales.recent': { right: 'sell', reply: reply<readonly SoldSale[]>() },
  /** Looks up a bill by its receipt number, typed or scanned. */
  'sales.open': {
    right: 'sell',
    payload: z.strictObject({ number: receiptNumber }),
    reply: reply<SoldSale>(),
  },
  /**
   * Returns some lines of a bill, and tips. `total` is what the cashier read. Refused if the total has changed, or if
   * the service has less left of a card; and the first time also if more went back of a card than this counter knows
   * of, which may have been for the same goods. A manager must approve it, except for a full void of the shift's last
   * sale on its cards. The progress is in the snapshot.
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
      /** Gives store credit, on this card or a new one (null). What a gift card paid goes back to that card. */
      store_credit: z
        .strictObject({ card_id: z.string().max(64).nullable(), last_four: z.string().max(4) })
        .optional(),
      /** An exchange: nothing goes back now, and `total` is the worth of the lines. */
      exchange: z.boolean().optional(),
      /** Other refunds of its cards were for something else: the person was informed, and has checked. */
      looked: z.literal(true).optional(),
      reason: z.string().trim().max(200),
      pin: pinSchema.optional(),
    }),
    reply: reply<{ readonly return_id: string }>(),
  },
  /** Retries a refused refund; needs a manager's approval if more had gone back of the card. */
  'returns.retry': {
    right: 'give_back',
    payload: z.strictObject({ return_id: returnId, pin: pinSchema.optional() }),
  },
  /** Hands back in cash what a card's bank refused; needs a manager's approval. */
  'returns.in_cash': {
    right: 'give_back',
    payload: z.strictObject({ return_id: returnId, pin: pinSchema.optional() }),
  },
  /** The customer has the cash. */
  'returns.handed_back': { right: 'give_back', payload: z.strictObject({ return_id: returnId }) },
  /** Refused once any of it has reached the customer or is being sent. */
  'returns.cancel': { right: 'give_back', payload: z.strictObject({ return_id: returnId }) },
  /** Removes an ended return from the snapshot. */
  'returns.acknowledge': { right: 'give_back', payload: z.strictObject({ return_id: returnId }) },

  /** A person acknowledges that lines about returns cannot be read. */
  'returns.acknowledge_unreadable': { right: 'give_back' },

  /** Prints the receipts of the cards that paid a bill, on the terminal. */
  'receipts.print': {
    right: 'sell',
    payload: z.strictObject({ number: receiptNumber }),
    /** The cards without a printed receipt, if another was printed or a person cancelled at the terminal. */
    reply: reply<{ readonly not_printed: readonly string[]; readonly cancelled: boolean }>(),
  },
  /** Sends the receipts of a bill's cards. `sent` is false unless that is certain; `message` gives the reason. */
  'receipts.email': {
    right: 'sell',
    payload: z.strictObject({ number: receiptNumber, email: emailAddressSchema }),
    reply: reply<{ readonly sent: boolean; readonly message: string }>(),
  },
  /**
   * Saves a PDF of a bill's receipt, of one without prices, or of a return's. complete: false if the service did not
   * return the details of a card.
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
