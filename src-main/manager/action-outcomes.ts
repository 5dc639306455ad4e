import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { partGivenBack } from '../../src-shared/pos/refusals.ts'
import type { ClientSource } from '../service-calls/call-service.ts'
import { detailOf } from '../terminal/failures.ts'
import { type ActionRecord, isVerdict, type Outcome, unknown } from './action-record.ts'
import { loadIntentHistory } from './intent-history.ts'
import { reconcile } from './reconcile.ts'
import { askWhoseRefund, send } from './send-action.ts'

/** Learns what becomes of actions: sends their requests, and looks up those that were not answered. */
export interface ActionOutcomes {
  /** Of the request itself. */
  first(id: string): Promise<Outcome>
  /** Of the next look-up, which may send the request again (see isUnderWay). */
  next(id: string): Promise<Outcome>
  /** The payment as it was seen last. */
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

/** A saved answer lives 60 minutes (section 8); 10 are for what lies between the clocks. ms */
const repeatMs = 3_000_000
/** After this long no request of ours is on its way any more. ms */
const underWayMs = 120_000

export function createActionOutcomes({ client, action, all, isStopped, now }: OutcomeParts): ActionOutcomes {
  const startedAt = performance.now()
  const payments = new Map<string, Payment>()
  /** By a clock that nobody sets, ms. */
  const lastSent = new Map<string, number>()

  async function lookUp(id: string): Promise<Outcome> {
    const asked = action(id)
    const evidence = await loadIntentHistory(client, asked)
    if (!evidence.ok) {
      const detail = detailOf(evidence.error)
      return isVerdict(evidence.error) ? { kind: 'withheld', detail } : unknown(detail)
    }
    const payment = evidence.value.payments.find((one) => one.id === asked.payment_id)
    if (payment !== undefined) payments.set(id, payment)
    const taken = [...all()].flatMap(({ refund_id }) => refund_id ?? [])
    return reconcile(asked, evidence.value, taken)
  }

  /** @param request `send`, or whose a refund is */
  async function dispatch<Answer>(
    id: string,
    request: (client: OutcomeParts['client'], asked: ActionRecord) => Promise<Answer>,
  ): Promise<Answer> {
    lastSent.set(id, performance.now())
    const answer = await request(client, action(id))
    // What the service was busy for is sent anew: the last of it may have left only now.
    lastSent.set(id, performance.now())
    return answer
  }

  /** Whether a request of ours, or of the previous run where the clock does not show it, may still arrive. */
  function isUnderWay(id: string, since: number): boolean {
    const sent = lastSent.get(id) ?? (since < 0 ? startedAt : Number.NEGATIVE_INFINITY)
    return performance.now() - sent < underWayMs
  }

  return {
    /**
     * A service that was too busy to write down what the processor did refuses the repeat: the payment then stands
     * under way, or where it was to be. Another counter's refund of the same amount looks like ours, so of refunds the
     * refusal stands; the service finds a repeated one by its key.
     */
    async first(id) {
      const answer = await dispatch(id, send)
      if (answer.kind !== 'refused' || action(id).kind === 'refund') return answer
      const seen = await lookUp(id)
      return seen.kind === 'done' || seen.kind === 'unknown' ? seen : answer
    },
    async next(id) {
      const seen = await lookUp(id)
      const { started_at, before } = action(id)
      const since = now() - Date.parse(started_at)
      const isKept = since >= 0 && since < repeatMs
      if (isKept && !isStopped() && isLikeOurs(action(id), seen))
        return (await dispatch(id, askWhoseRefund)) ?? seen
      const isRepeatable = seen.kind === 'absent' || (seen.kind === 'withheld' && seen.repeatable === true)
      if (!isRepeatable || isStopped()) return seen
      // What was put together from a damaged line is never sent again.
      const tooLate = (at: number) => (isUnderWay(id, at) || seen.kind === 'withheld' ? seen : neverHappened)
      if (before === null) return tooLate(Number.NEGATIVE_INFINITY)
      if (!isKept) return tooLate(since)
      const answer = await dispatch(id, send)
      // Had it been done, the repeat would have been answered with it: what went back meanwhile is another refund.
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
 * A refund of the same amount that came since, and may be another counter's. Ours is then refused for it: the same request
 * with the same key shows which it is.
 */
const isLikeOurs = ({ before, refund_id }: ActionRecord, seen: Outcome): boolean =>
  before?.is_condition === true &&
  refund_id === null &&
  (seen.kind === 'done' || seen.kind === 'unknown') &&
  seen.refund_id !== null

const neverHappened: Outcome = { kind: 'refused', detail: 'It did not happen. It can be done anew.' }
