import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { CreateRefundBody, Refund } from '../../src-shared/api/schemas/refund.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import {
  type Carried,
  inProgress,
  keyReused,
  type RequestKey,
  runDecision,
  type SavedAnswer,
} from '../commit.ts'
import { runBound } from '../idempotency/keyed-work.ts'
import { carriedAttempt, rememberedAttempt, writtenAttempt, writtenRow } from '../intents/carried.ts'
import { isKnown } from '../intents/decide-follow-up.ts'
import { loadAttempt } from '../intents/load.ts'
import type { IdempotencyClaim, Row, Write } from '../store/store.ts'
import type { DecisionContext } from '../use-case.ts'
import { decideBeginRefund, type RefundableState } from './decide-begin-refund.ts'
import { decideFinishRefund, type RefundState } from './decide-finish-refund.ts'
import { publicRefund, type RefundDocument } from './documents.ts'
import { loadRefund, loadRefundState, refundOfFormerRequest, refundsOf } from './load.ts'
import { requestRefund } from './request-refund.ts'

export interface RefundRequest {
  readonly accountId: string
  readonly paymentId: string
  readonly body: CreateRefundBody
  readonly idempotency: IdempotencyClaim | null
}

type Answer = Promise<Result<Refund | SavedAnswer, ServiceError>>

/**
 * Section 4.2: refunds a captured payment, all that is left or a part. Journals the refund, asks the processor and
 * records its answer. A refusal by the processor is a success of the call: the refund is `failed`. While the
 * processor's answer is unknown, the refund awaits the processor and no reply is saved under the idempotency key. The
 * first commit binds that key to the refund, so a repeat returns the same refund in its current state.
 */
export const createRefund = (services: PaymentServices, request: RefundRequest): Answer =>
  runBound(
    services,
    request.idempotency,
    async (key) => {
      const { idempotency } = request
      const found = rememberedRefundable(services, request) ?? (await readRefundable(services, request))
      const mayBeRepeat = idempotency !== null && found.hasRefunds
      const former = mayBeRepeat && (await refundOfFormerRequest(services, request, idempotency))
      if (former && former.request_fingerprint !== idempotency?.fingerprint) return err(keyReused())
      if (former) return answerAgain(services, request, former.id)
      const refundId = services.newId('refund')
      services.inFlight.take(refundId)
      try {
        return await refund(services, request, { refundId, key, carried: found.carried })
      } finally {
        services.inFlight.release(refundId)
      }
    },
    (refundId) => answerAgain(services, request, refundId),
  )

interface Beginning {
  readonly refundId: string
  readonly key: RequestKey
  readonly carried: Carried<RefundableState> | null
}

async function refund(
  services: PaymentServices,
  request: RefundRequest,
  { refundId, key, carried }: Beginning,
): Answer {
  const { accountId, paymentId, body, idempotency } = request
  let journaled: Carried<RefundState> | null = null
  const begun = await runDecision(services, {
    load: () => loadRefundable(services, accountId, paymentId, body.refund_splits !== undefined),
    decide: (state, context) => decideBeginRefund(state, { refundId, body }, context),
    carried,
    binds: { id: refundId, ...key },
    written: (writes) => {
      journaled = writtenRefund(writes)
    },
  })
  if (!begun.ok) return begun
  const answer = await requestRefund(services, begun.value)
  const finish = {
    load: () => loadRefundState(services.store, accountId, refundId),
    decide: (state: RefundState, context: DecisionContext) => decideFinishRefund(state, answer, context),
    carried: journaled,
  }
  if (!isKnown(answer)) return runDecision(services, finish)
  const answered = await runDecision(services, {
    idempotency,
    ...finish,
    decide: (state, context) => {
      const decision = finish.decide(state, context)
      return decision.ok && decision.value.reply.awaits === 'processor' ? err(notKnown) : decision
    },
  })
  return !answered.ok && answered.error === notKnown ? runDecision(services, finish) : answered
}

/** Returns the state after the commit that journals the refund. Every later change of the refund writes its row. */
function writtenRefund(writes: readonly Write[]): Carried<RefundState> | null {
  const refund = writtenRow<RefundDocument>(writes, 'refund')
  const attempt = writtenAttempt(writes)
  return refund && attempt && { state: { refund, attempt: attempt.state }, row: refund }
}

/** The answer no longer counts, because another node has sent the refund since. */
const notKnown = serviceError('state_conflict', 'The outcome is not known.')

/** Reads the payment first: a refund made after that changes the payment's version, and the decision runs again. */
async function loadRefundable(
  { store }: PaymentServices,
  accountId: string,
  paymentId: string,
  withEarlier: boolean,
): Promise<Result<RefundableState, ServiceError>> {
  const attempt = await loadAttempt(store, accountId, paymentId, 'id')
  if (!attempt.ok) return attempt
  const earlier = withEarlier ? await refundsOf(store, accountId, paymentId) : []
  return ok({ attempt: attempt.value, earlier: earlier.map(({ document }) => document) })
}

interface Refundable {
  readonly hasRefunds: boolean
  readonly carried: Carried<RefundableState> | null
}

/**
 * Returns a payment that this process remembers and of which nothing is refunded. Each refund writes the payment's row,
 * so the commit detects a refund made since. Failed refunds changed no amounts.
 */
function rememberedRefundable(
  { store }: PaymentServices,
  { accountId, paymentId }: RefundRequest,
): Refundable | null {
  const payment = store.remembered<Payment>('payment', accountId, paymentId)
  if (payment === null || payment.document.amount_refunded > 0) return null
  const attempt = rememberedAttempt(store, accountId, payment.document.payment_intent_id)
  if (attempt?.row.id !== paymentId) return null
  return { hasRefunds: false, carried: { state: { attempt: attempt.state, earlier: [] }, row: attempt.row } }
}

/** Reads the payment and, in the same statement, whether it has any refunds: most payments have none. */
async function readRefundable(
  { store }: PaymentServices,
  { accountId, paymentId, body }: RefundRequest,
): Promise<Refundable> {
  const [payment, intent, newest] = await store.together<[Payment, PaymentIntent, RefundDocument]>([
    { kind: 'payment', accountId, is: paymentId },
    { kind: 'payment_intent', accountId, is: { of: 0, column: 'payment_intent_id' } },
    { kind: 'refund', accountId, by: 'payment_id', is: paymentId },
  ])
  // Earlier refunds matter only for refund_splits.
  const isAllRead = newest === null || body.refund_splits === undefined
  const attempt = payment && intent && isAllRead ? carriedAttempt(intent, payment) : null
  return {
    hasRefunds: newest !== null,
    carried: attempt && { state: { attempt: attempt.state, earlier: [] }, row: attempt.row },
  }
}

async function answerAgain(
  services: PaymentServices,
  { accountId, idempotency }: RefundRequest,
  refundId: string,
): Answer {
  if (!services.inFlight.take(refundId)) return err(inProgress())
  try {
    const made = await loadRefund(services.store, accountId, refundId)
    if (!made.ok) return made
    const again = {
      load: () => loadRefund(services.store, accountId, refundId),
      decide: ({ document }: Row<RefundDocument>) =>
        ok({ writes: [], events: [], reply: publicRefund(document) }),
    }
    if (made.value.document.awaits === 'processor') return await runDecision(services, again)
    return await runDecision(services, { ...again, idempotency })
  } finally {
    services.inFlight.release(refundId)
  }
}
