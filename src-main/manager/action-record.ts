import { z } from 'zod'
import type { CallFailure } from '../../src-shared/api/client.ts'
import { paymentIntentStatusSchema } from '../../src-shared/api/schemas/payment-intent.ts'
import { type ManagerAction, managerActionSchema } from '../../src-shared/pos/manager/manager.ts'

/** An action as it is journaled: what the page is shown, and what it takes to find out later whether it happened. */
export const actionRecordSchema = managerActionSchema.extend({
  /** How things stood before the request left; null when the lines that recorded it cannot be read. */
  before: z
    .object({
      intent_status: paymentIntentStatusSchema,
      /** Of the payment: another one is ours, or another counter's. */
      refund_ids: z.array(z.string()),
      /** Cents; absent in records of before it was kept. */
      amount_refunded: z.number().int().optional(),
      /** A refund is asked for on the condition that it is still that; absent in records of before that was done. */
      is_condition: z.literal(true).optional(),
      /** Of the intent, cents; absent likewise. */
      tip_amount: z.number().int().optional(),
      tax_amount: z.number().int().optional(),
      surcharge_amount: z.number().int().optional(),
    })
    .nullable(),
  /** The refund that the service answered with, once it has. */
  refund_id: z.string().nullable(),
  /** Look-ups in a row that the service refused. */
  refusals: z.number().int(),
})
export type ActionRecord = z.infer<typeof actionRecordSchema>

export function shown({ before: _before, refund_id: _refund, refusals: _refusals, ...action }: ActionRecord) {
  return action satisfies ManagerAction
}

export const isOpen = ({ state }: Pick<ManagerAction, 'state'>): boolean =>
  state === 'sending' || state === 'checking'

/** What is known of an action now. Nothing here is a guess: `unknown` leads to another look. */
export type Outcome =
  | { readonly kind: 'done'; readonly refund_id: string | null }
  /** It certainly did not happen, and will not. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** It has not happened so far. A request of ours may still be under way. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly detail: string; readonly refund_id: string | null }
  /**
   * The service refuses to report the payment. Asking again is unlikely to change that. `repeatable`: the same request
   * with the same key would be answered with what became of it.
   */
  | { readonly kind: 'withheld'; readonly detail: string; readonly repeatable?: true }

export const unknown = (detail: string): Outcome => ({ kind: 'unknown', detail, refund_id: null })

/** Refusals that prove nothing about the action, only that this counter may not ask, or not now. */
const inconclusive: readonly string[] = [
  'internal',
  'overloaded',
  'rate_limited',
  'lock_timeout',
  'idempotency_in_progress',
  'idempotency_answer_lost',
  // What was sent under it before is done or not; this says nothing about it.
  'idempotency_key_reused',
]

/** Whether the service has looked at the request and will not do it. */
export const isVerdict = (failure: CallFailure): boolean =>
  failure.kind === 'refused' && !inconclusive.includes(failure.error.code)
