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
 * The contract between the counter's window and main. These rows define the channels, the functions of the bridge, the
 * checks of rights and payloads, and the bridge for tests of pages. A command never replies with the outcome of a sale
 * or of an action on a payment: that arrives in the snapshot.
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
      /** The order to charge, whose total is `amount`; absent for a typed amount. */
      order_id: orderId.optional(),
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

  ...billCommands,
  ...salesCommands,
  ...tabCommands,
  ...giftCardCommands,
  ...customerCommands,
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
  /** A person acknowledges that receipts now have another series. */
  'sale.acknowledge_series': { right: 'sell' },

  /** Makes a payment link for `amount` cents and sends it; its progress is in the snapshot. */
  'links.send': {
    right: 'send_links',
    payload: z.strictObject({
      amount: amountSchema.min(1),
      note: z.string().max(200),
      receiver: linkReceiverSchema,
      /** The order to pay, whose total is `amount`: it leaves the draft. Absent for a typed amount. */
      order_id: orderId.optional(),
    }),
    reply: reply<{ readonly link_id: string }>(),
  },
  /** Withdraws an unpaid link. The end of its session decides. */
  'links.withdraw': { right: 'send_links', payload: z.strictObject({ link_id: saleId }) },
  /** Puts the order of an unpaid link on hold, and removes the link from the snapshot. */
  'links.hold_order': { right: 'send_links', payload: z.strictObject({ link_id: saleId }) },
  /** Removes an ended link from the snapshot. */
  'links.acknowledge': { right: 'send_links', payload: z.strictObject({ link_id: saleId }) },
  /** A person acknowledges that payment links cannot be read. */
  'links.acknowledge_unreadable': { right: 'send_links' },

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

  ...catalogueCommands,

  ...counterTerminalCommands,

  ...settingsCommands,

  /** The answer to `close_asked`: closes the app during a sale, or continues it. */
  'app.close': { right: null, payload: z.strictObject({ close: z.boolean() }) },
  /** Reloads the window's page; main keeps what is in progress. Refused if the page's files cannot be read. */
  'app.reload': { right: null },

  /** Opens a role. Refused with pin_wrong, pin_locked, pin_not_chosen or pin_too_short. */
  'staff.enter': {
    right: null,
    payload: z.strictObject({ role: staffRoleSchema, pin: pinSchema }),
    audited: ['role'],
  },
  /** Chooses the PIN of a role and opens the role. `current` is required if there is a PIN. */
  'staff.choose_pin': {
    right: null,
    payload: z.strictObject({ role: staffRoleSchema, current: pinSchema.nullable(), pin: newPinSchema }),
    audited: ['role'],
  },
  /** Returns to the cashier's role. A signed-in person stays signed in. */
  'staff.leave': { right: null },

  ...reportCommands,
  ...staffCommands,
  ...auditCommands,

  'payments.search': {
    right: 'see_payments',
    payload: paymentSearchSchema,
    reply: reply<PaymentSearchResult>(),
  },
  /** Exports all results to a file that the person chooses; `count` is null if the person cancels. */
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
   * Starts an action. `amount` in cents for refund and capture; null means all that is left. The reply confirms only
   * the start; the progress is in the snapshot. One action at a time per intent. Refused with pin_needed if the total
   * that goes back exceeds what the PIN was typed for.
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
      /** For a capture: the tip in `amount`, in cents, if it differs from the payment's. */
      tip_amount: amountSchema.optional(),
      /** The PIN typed for this action, after a refusal with pin_needed. */
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
  /** The manager acknowledges that lines of the record of actions cannot be read. */
  'payments.acknowledge_unreadable': { right: 'see_payments' },
  /** Removes an ended action from the snapshot. */
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

/** The row of a command, with the common type. */
export const commandRow = (name: PosCommandName): CommandRow => posCommands[name]
