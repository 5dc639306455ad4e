import { z } from 'zod'
import { amountSchema, paymentSplitSchema } from '../../api/schemas/common.ts'
import { type CommandRow, reply } from '../command-row.ts'
import { pinSchema } from '../staff/staff.ts'
import {
  managerActionKinds,
  type PaymentHistory,
  type PaymentSearchResult,
  paymentSearchSchema,
} from './manager.ts'

const intentId = z.string().min(1).max(64)
const paymentId = z.string().min(1).max(64)

/** A manager's commands on payments: rows of posCommands. */
export const paymentCommands = {
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
} as const satisfies Readonly<Record<string, CommandRow>>
