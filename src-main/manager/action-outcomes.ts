import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { partGivenBack } from '../../src-shared/pos/refusals.ts'
import type { ClientSource } from '../service-calls/call-service.ts'
import { detailOf } from '../service-calls/failures.ts'
import { type ActionRecord, type Outcome, refusesAction, unknown } from './action-record.ts'
import { loadIntentHistory } from './intent-history.ts'
import { reconcile } from './reconcile.ts'
import { askWhoseRefund, send, sendAgain } from './send-action.ts'

/** Finds out the outcomes of actions: sends their requests, and looks up those that were not answered. */
export interface ActionOutcomes {
  /** The outcome of the first request. */
  first(id: string): Promise<Outcome>
  /** The outcome of the next look-up, which may send the request again (see isUnderWay). */
  next(id: string): Promise<Outcome>
  /** The latest known state of the payment. */
  payment(id: string): Payment | undefined
  saw(id: string, payment: Payment): void
  forget(id: string): void
}

interface OutcomeParts {
  readonly client: ClientSource
  readonly action: (id: string) => ActionRecord
  readonly all: () => Iterable<ActionRecord>
  readonly isStopped: () => boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** A saved answer lives 60 minutes (section 8); 10 of them are a margin for clock differences. In ms. */
const repeatMs = 3_000_000
/** After this long, in ms, no request of ours can still be on its way. */
const underWayMs = 120_000

export function createActionOutcomes({ client, action, all, isStopped, now }: OutcomeParts): ActionOutcomes {
  const startedAt = performance.now()
  const payments = new Map<string, Payment>()
  /** By a monotonic clock, in ms. */
  const lastSent = new Map<string, number>()

  async function lookUp(id: string): Promise<Outcome> {
    const asked = action(id)
    const history = await loadIntentHistory(client, asked)
    if (!history.ok) {
      const detail = detailOf(history.error)
      return refusesAction(history.error) ? { kind: 'withheld', detail } : unknown(detail)
    }
    const payment = history.value.payments.find((one) => one.id === asked.payment_id)
    if (payment !== undefined) payments.set(id, payment)
    const taken = [...all()].flatMap(({ refund_id }) => refund_id ?? [])
    return reconcile(asked, history.value, taken)
  }

  /** @param request `send`, `sendAgain`, or `askWhoseRefund` */
  async function dispatch<Answer>(
    id: string,
    request: (client: OutcomeParts['client'], asked: ActionRecord) => Promise<Answer>,
  ): Promise<Answer> {
    lastSent.set(id, performance.now())
    const answer = await request(client, action(id))
    // Retries of a busy service are part of the request: the last one may have been sent only now.
    lastSent.set(id, performance.now())
    return answer
  }

  /**
   * How long ago the action began, in ms, by the service's clock if possible: the service forgets a key by that clock,
   * and this computer's may have been set since.
   */
  function age({ started_at, before }: ActionRecord): number {
    const time = client()?.serviceTime?.() ?? null
    const began = before?.service_time
    return time === null || began === undefined ? now() - Date.parse(started_at) : time - began
  }

  /** Whether a request of ours may still arrive; where the clock cannot show it, also one of the previous run. */
  function isUnderWay(id: string, since: number): boolean {
    const sent = lastSent.get(id) ?? (since < 0 ? startedAt : Number.NEGATIVE_INFINITY)
    return performance.now() - sent < underWayMs
  }

  return {
    /**
     * A service that was too busy to record what the processor did refuses the repeated request, although the payment
     * is under way or already in the wanted state: so a refusal is checked by a look-up. Not for refunds: another
     * counter's refund of the same amount would look like ours, and the service recognises a repeated refund by its
     * key.
     */
    async first(id) {
      const answer = await dispatch(id, send)
      if (answer.kind !== 'refused' || action(id).kind === 'refund') return answer
      const seen = await lookUp(id)
      return seen.kind === 'done' || seen.kind === 'unknown' ? seen : answer
    },
    async next(id) {
      const seen = await lookUp(id)
      const { before } = action(id)
      const since = age(action(id))
      const isKept = since >= 0 && since < repeatMs
      if (isKept && !isStopped() && isLikeOurs(action(id), seen))
        return (await dispatch(id, askWhoseRefund)) ?? seen
      const isRepeatable = seen.kind === 'absent' || (seen.kind === 'withheld' && seen.repeatable === true)
      if (!isRepeatable || isStopped()) return seen
      // An action rebuilt from a damaged line is never sent again.
      const tooLate = (at: number) => (isUnderWay(id, at) || seen.kind === 'withheld' ? seen : neverHappened)
      if (before === null) return tooLate(Number.NEGATIVE_INFINITY)
      if (!isKept) return tooLate(since)
      const answer = await dispatch(id, sendAgain)
      // If it had been done, the repeat would have been answered with it: the money that went back is another refund.
      if (answer.kind !== 'refused' || answer.detail === partGivenBack) return answer
      // The service will not do it (any more): either it has been done, or it never will be.
      const after = await lookUp(id)
      return after.kind === 'absent' ? answer : after
    },
    payment: (id) => payments.get(id),
    saw: (id, payment) => void payments.set(id, payment),
    forget(id) {
      payments.delete(id)
      lastSent.delete(id)
    },
  }
}

/**
 * Whether a refund of the same amount was found since, which may be another counter's. Ours would then be refused for
 * it; sending the same request with the same key shows which it is.
 */
const isLikeOurs = ({ before, refund_id }: ActionRecord, seen: Outcome): boolean =>
  before?.is_condition === true &&
  refund_id === null &&
  (seen.kind === 'done' || seen.kind === 'unknown') &&
  seen.refund_id !== null

const neverHappened: Outcome = { kind: 'refused', detail: 'It did not happen. It can be requested again.' }
