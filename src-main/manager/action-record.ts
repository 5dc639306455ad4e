import { z } from 'zod'
import type { CallFailure } from '../../src-shared/api/client.ts'
import { paymentIntentStatusSchema } from '../../src-shared/api/schemas/payment-intent.ts'
import { type ManagerAction, managerActionSchema } from '../../src-shared/pos/manager/manager.ts'

/** An action as journaled: what the page shows, and what is needed to find out later whether it happened. */
export const actionRecordSchema = managerActionSchema.extend({
  /** The state before the request was sent; null when the lines that recorded it cannot be read. */
  before: z
    .object({
      intent_status: paymentIntentStatusSchema,
      /** The payment's refunds: a further one is ours, or another counter's. */
      refund_ids: z.array(z.string()),
      /** The service's time, in ms; absent in older records, and with a service that does not send it. */
      service_time: z.number().optional(),
      /** Cents; absent in older records. */
      amount_refunded: z.number().int().optional(),
      /** The refund is conditional on `amount_refunded` being unchanged; absent in older records. */
      is_condition: z.literal(true).optional(),
      /** The intent's, in cents; absent in older records. */
      tip_amount: z.number().int().optional(),
      tax_amount: z.number().int().optional(),
      surcharge_amount: z.number().int().optional(),
    })
    .nullable(),
  /** The refund in the service's answer, once there is one. */
  refund_id: z.string().nullable(),
  /** Consecutive look-ups refused by the service. */
  refusals: z.number().int(),
})
export type ActionRecord = z.infer<typeof actionRecordSchema>

export function shown({ before: _before, refund_id: _refund, refusals: _refusals, ...action }: ActionRecord) {
  return action satisfies ManagerAction
}

export const isOpen = ({ state }: Pick<ManagerAction, 'state'>): boolean =>
  state === 'sending' || state === 'checking'

/** What is known of an action now. Nothing here is a guess: `unknown` leads to another look-up. */
export type Outcome =
  | { readonly kind: 'done'; readonly refund_id: string | null }
  /** It certainly did not happen, and will not. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** It has not happened so far. A request of ours may still be under way. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly detail: string; readonly refund_id: string | null }
  /**
   * The service refuses to report the payment, and asking again is unlikely to change that. `repeatable`: repeating the
   * request with the same key would return its outcome.
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
  // An earlier request with this key may be done or not; this error does not show it.
  'idempotency_key_reused',
]

/**
 * Whether the service has refused the action. An unknown API key is such a refusal, unlike for a sale
 * (`refusesThisRequest`): it is checked before anything is done.
 */
export const refusesAction = (failure: CallFailure): boolean =>
  failure.kind === 'refused' && !inconclusive.includes(failure.error.code)

/**
 * Whether the service has refused the action, asked again with the same idempotency key. An unknown API key, or one that
 * may only read, is no such refusal then: both are checked before the idempotency key, so the first request may be done,
 * or may still run.
 */
export const refusesRepeat = (failure: CallFailure): boolean =>
  refusesAction(failure) && !(failure.kind === 'refused' && [401, 403].includes(failure.status))
