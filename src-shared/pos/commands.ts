import { z } from 'zod'
import { amountSchema, paymentSplitSchema } from '../api/schemas/common.ts'
import type { Result } from '../result.ts'
import { auditCommands } from './audit/audit-commands.ts'
import { billCommands } from './bill/bill-commands.ts'
import { tabCommands } from './bill/tab-commands.ts'
import { countSchema, reasonSchema } from './cash/cash-entry.ts'
import { catalogueCommands } from './catalogue/catalogue-commands.ts'
import { type CommandRow, type Reply, reply } from './command-row.ts'
import { customerCommands } from './customer/customer.ts'
import { giftCardCommands } from './gift-cards/gift-cards.ts'
import { computerCommands } from './installer-tools/computer-commands.ts'
import { healthCommands } from './installer-tools/health-commands.ts'
import { serviceCommands } from './installer-tools/service-commands.ts'
import { setupCommands } from './installer-tools/setup-commands.ts'
import { linkReceiverSchema } from './links/payment-link.ts'
import {
  managerActionKinds,
  type PaymentHistory,
  type PaymentSearchResult,
  paymentSearchSchema,
} from './manager/manager.ts'
import { noteCommands } from './manager/note-commands.ts'
import { savedSearchCommands } from './manager/saved-search-commands.ts'
import type { HeldOrderSummary } from './order/order-book.ts'
import { orderRequestSchema } from './order/order-request.ts'
import { peripheralCommands } from './peripherals/peripherals.ts'
import { printerCommands } from './printing/printer-commands.ts'
import type { CommandRefusal } from './refusals.ts'
import { reportCommands } from './report/report-commands.ts'
import { salesCommands } from './returns/sales-commands.ts'
import { paymentEntrySchema } from './sale/sale.ts'
import { signatureSchema } from './sale/signature-picture.ts'
import { settingsCommands } from './settings/settings-commands.ts'
import type { Snapshot } from './snapshot.ts'
import { newPinSchema, pinSchema, staffRoleSchema } from './staff/staff.ts'
import { staffCommands } from './staff/staff-commands.ts'
import { counterTerminalCommands } from './terminals/counter-terminal-commands.ts'
import { terminalCommands } from './terminals/terminal-commands.ts'

const saleId = z.string().min(1).max(64)
const intentId = z.string().min(1).max(64)
const paymentId = z.string().min(1).max(64)
const orderId = z.string().min(1).max(64)

/**
 * The contract between the counter's window and main: its channels, the functions of the bridge, the checks of right and
 * payload, and the bridge that tests draw pages with are made from these rows. The outcome of a sale or of an action on
 * a payment is never the answer of a command: it arrives in the snapshot.
 */
export const posCommands = {
  'snapshot.get': { right: null, reply: reply<Snapshot>() },

  /** Charges `amount` cents (more than 0). Refused unless the sale is ready. */
  'sale.charge': {
    right: 'sell',
    payload: z.strictObject({
      amount: amountSchema.min(1),
      entry: paymentEntrySchema,
      note: z.string().max(200),
      /** The order that is charged, and comes to `amount`; absent where an amount was typed. */
      order_id: orderId.optional(),
      /** A card that the chosen customer has saved, in place of one that is presented. */
      saved_card: z.string().min(1).max(64).optional(),
    }),
  },
  /** Asks to stop the sale that is under way. The authorization's outcome decides. */
  'sale.cancel': { right: 'sell' },
  /** Goes on without waiting for the customer's tip. */
  'sale.skip_tip': { right: 'sell' },
  /** The customer did not agree to the surcharge: charges the card that was read without it. */
  'sale.waive_surcharge': { right: 'sell' },
  /** The customer has told the cashier that their saved card may be charged. */
  'sale.customer_agrees': { right: 'sell' },
  /** The payment stands: goes on without waiting for the customer's signature on the terminal. */
  'sale.skip_signature': { right: 'sell' },
  /** After a decline or a stop that can be retried: the same intent, the next attempt. */
  'sale.retry': { right: 'sell', payload: z.strictObject({ entry: paymentEntrySchema }) },
  /**
   * Approved after a cancel, or for less than asked: keep the payment or void it. While a signature is waited for, the
   * payment can be voided too.
   */
  'sale.decide': {
    right: 'undo_sale',
    orApproved: true,
    payload: z.strictObject({ choice: z.enum(['keep', 'void']), pin: pinSchema.optional() }),
    audited: ['choice'],
  },
  /** A signature drawn on the POS screen as a PNG data URL, or null to go on without. */
  'sale.sign': {
    right: 'sell',
    payload: z.strictObject({ signature: signatureSchema.nullable() }),
  },
  /** Prints the receipt of the approved sale on the terminal. */
  'sale.print': { right: 'sell' },
  /**
   * Leaves a finished sale: cancels an open intent, clears the terminal, back to ready. One whose outcome takes too long
   * to learn (`parkable`) is parked, and looked up further.
   */
  'sale.finish': { right: 'sell' },

  ...billCommands,
  ...salesCommands,
  ...tabCommands,
  ...giftCardCommands,
  ...customerCommands,
  /** Begins the drawer's shift with `amount` cents in it. Refused when it has begun. */
  'drawer.open_shift': {
    right: 'use_drawer',
    payload: z.strictObject({ amount: amountSchema }),
    audited: ['amount'],
  },
  /** Opens the drawer and books nothing. */
  'drawer.no_sale': { right: 'use_drawer', payload: z.strictObject({ reason: reasonSchema }) },
  /** Cash leaves the drawer: for the safe, for something bought, or back to a customer. A manager approves the last two. */
  'drawer.take_out': {
    right: 'use_drawer',
    payload: z.strictObject({
      kind: z.enum(['drop', 'payout', 'refund']),
      amount: amountSchema.min(1),
      reason: reasonSchema,
      /** The receipt's number of what is refunded; empty otherwise. */
      bill: z.string().trim().max(20),
      pin: pinSchema.optional(),
    }),
  },
  /** Cash is put into the drawer besides sales, such as for change. */
  'drawer.put_in': {
    right: 'use_drawer',
    payload: z.strictObject({ amount: amountSchema.min(1), reason: reasonSchema }),
    audited: ['amount', 'reason'],
  },
  /**
   * Ends the shift with what was counted, by note and coin. Refused while cash is on its way into the ledger, and while a
   * customer has paid a part of a bill.
   */
  'drawer.close_shift': {
    right: 'use_drawer',
    payload: z.strictObject({ counted: countSchema }),
    /** `expected` is null for whoever counts blind. */
    reply: reply<{ readonly expected: number | null; readonly counted: number }>(),
  },

  /** Of a parked sale whose payment turned out approved: keep the payment or void it. */
  'parked.decide': {
    right: 'undo_sale',
    orApproved: true,
    payload: z.strictObject({ sale_id: saleId, choice: z.enum(['keep', 'void']), pin: pinSchema.optional() }),
    audited: ['sale_id', 'choice'],
  },
  /** Takes a parked sale whose outcome is known, or that the service has not known for a day, out of the snapshot. */
  'parked.acknowledge': { right: 'sell', payload: z.strictObject({ sale_id: saleId }) },

  /**
   * A manager writes down what became of a parked sale that is still looked up, as seen on a statement: it proves nothing,
   * and lets the sale be put away. `id` is the window's own: the same again is one note at the service.
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

  /** Somebody at the counter knows of the records of sales that cannot be read. */
  'parked.acknowledge_unreadable': { right: 'sell' },
  /** Somebody has read that receipts are of another series now. */
  'sale.acknowledge_series': { right: 'sell' },

  /** Makes a payment link over `amount` cents and sends it; how it goes is in the snapshot. */
  'links.send': {
    right: 'send_links',
    payload: z.strictObject({
      amount: amountSchema.min(1),
      note: z.string().max(200),
      receiver: linkReceiverSchema,
      /** The order that is to be paid, and comes to `amount`: it is not rung up any more. Absent for a typed amount. */
      order_id: orderId.optional(),
    }),
    reply: reply<{ readonly link_id: string }>(),
  },
  /** Takes a link back that nobody has paid. The session's own end decides. */
  'links.withdraw': { right: 'send_links', payload: z.strictObject({ link_id: saleId }) },
  /** The order of a link that nobody paid is put on hold, and the link is taken out of the snapshot. */
  'links.hold_order': { right: 'send_links', payload: z.strictObject({ link_id: saleId }) },
  /** Takes a link that has ended out of the snapshot. */
  'links.acknowledge': { right: 'send_links', payload: z.strictObject({ link_id: saleId }) },
  /** Somebody at the counter knows of the payment links that cannot be read. */
  'links.acknowledge_unreadable': { right: 'send_links' },

  /**
   * Changes what is rung up. `id` is the window's own: a change that comes again is made once. Refused with pin_needed
   * where a manager must approve it, and with not_now while a sale is under way.
   */
  'order.change': {
    right: 'sell',
    payload: z.strictObject({
      id: z.string().min(1).max(40),
      request: orderRequestSchema,
      pin: pinSchema.nullable(),
    }),
  },
  /** The orders that were put aside, the oldest first. */
  'order.held': { right: 'sell', reply: reply<readonly HeldOrderSummary[]>() },

  ...catalogueCommands,

  ...counterTerminalCommands,

  ...settingsCommands,

  /** The answer to `close_asked`: closes the app in the midst of a sale, or goes on with it. */
  'app.close': { right: null, payload: z.strictObject({ close: z.boolean() }) },
  /** Loads the window's page anew; main keeps what is under way. Refused where its files cannot be read. */
  'app.reload': { right: null },

  /** Opens a role. Refused with pin_wrong, pin_locked, pin_not_chosen or pin_too_short. */
  'staff.enter': {
    right: null,
    payload: z.strictObject({ role: staffRoleSchema, pin: pinSchema }),
    audited: ['role'],
  },
  /** Chooses the PIN of a role and opens it. `current` is needed once there is one. */
  'staff.choose_pin': {
    right: null,
    payload: z.strictObject({ role: staffRoleSchema, current: pinSchema.nullable(), pin: newPinSchema }),
    audited: ['role'],
  },
  /** Back to the cashier. A person who is signed in stays so. */
  'staff.leave': { right: null },

  ...reportCommands,
  ...staffCommands,
  ...auditCommands,

  'payments.search': {
    right: 'see_payments',
    payload: paymentSearchSchema,
    reply: reply<PaymentSearchResult>(),
  },
  /** Writes everything that is found to a file that is asked for; `count` is null when the person would rather not. */
  'payments.export': {
    right: 'see_payments',
    payload: paymentSearchSchema,
    reply: reply<{ readonly count: number | null }>(),
    audited: ['status', 'has_refund', 'created_from', 'created_to'],
  },
  'payments.open': {
    right: 'see_payments',
    payload: z.strictObject({ intent_id: intentId }),
    reply: reply<PaymentHistory>(),
    audited: ['intent_id'],
  },
  /**
   * Starts an action. `amount` in cents for refund and capture; null means all that is left. The answer reports only
   * that it began; how it goes is in the snapshot. One action at a time on an intent. Refused with pin_needed when more
   * goes back, with what went back before, than the PIN was typed for.
   */
  'payments.act': {
    right: 'change_payments',
    payload: z.strictObject({
      kind: z.enum(managerActionKinds),
      intent_id: intentId,
      payment_id: paymentId.nullable(),
      amount: amountSchema.min(1).nullable(),
      reason: z.string().trim().max(200).optional(),
      /** What a refund takes back from the contractors of the payment's splits. */
      refund_splits: z.array(paymentSplitSchema).max(100).readonly().optional(),
      /** Of a capture: the tip in `amount`, where it is another one than the payment has. Cents. */
      tip_amount: amountSchema.optional(),
      /** Typed for this action, after it was refused with pin_needed. */
      pin: pinSchema.optional(),
    }),
    reply: reply<{ readonly action_id: string }>(),
    audited: ['kind', 'intent_id', 'payment_id', 'amount', 'tip_amount', 'reason'],
  },
  /** Prints the receipt of a payment, or the credit receipt of an action, on the counter's terminal. */
  'payments.print': {
    right: 'see_payments',
    payload: z.strictObject({ payment_id: paymentId, action_id: z.string().nullable() }),
    audited: ['payment_id', 'action_id'],
  },
  /** The manager knows that lines of the record of actions cannot be read. */
  'payments.acknowledge_unreadable': { right: 'see_payments' },
  /** Takes an ended action out of the snapshot. */
  'payments.dismiss': {
    right: 'see_payments',
    payload: z.strictObject({ action_id: z.string() }),
    audited: ['action_id'],
  },

  ...noteCommands,
  ...savedSearchCommands,

  ...terminalCommands,
  ...printerCommands,
  ...peripheralCommands,
  ...serviceCommands,
  ...healthCommands,
  ...computerCommands,
  ...setupCommands,
} as const satisfies Readonly<Record<string, CommandRow>>

type Rows = typeof posCommands
export type PosCommandName = keyof Rows

export type PosCommandPayload<Name extends PosCommandName> = Rows[Name] extends {
  readonly payload: infer Schema extends z.ZodType
}
  ? z.infer<Schema>
  : undefined

export type PosReply<Name extends PosCommandName> = Rows[Name] extends {
  readonly reply: Reply<infer Value>
}
  ? Value
  : null

export type PosResult<Name extends PosCommandName> = Result<PosReply<Name>, CommandRefusal>

/** The row of a command, as every command has it. */
export const commandRow = (name: PosCommandName): CommandRow => posCommands[name]
