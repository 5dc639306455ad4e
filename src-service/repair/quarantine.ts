import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { ok } from '../../src-shared/result.ts'
import { askInquiry, standingIn } from '../authorize/ask-inquiry.ts'
import { askVoid } from '../authorize/ask-processor.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { runDecision } from '../commit.ts'
import { changeAside } from '../intents/attempt.ts'
import { loadAttempt } from '../intents/load.ts'
import type { FollowUp } from '../processor/follow-up.ts'
import { orderIdOf, referenceOf } from '../processor/order-id.ts'
import type { RefundReference } from '../processor/processor.ts'
import { watchRefund } from '../refunds/watch-refund.ts'
import { updateOf } from '../store/row-writes.ts'
import { rowsOf } from '../store/rows-of.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionResult } from '../use-case.ts'
import { isOpenLate, type LateAuthorization, lateAuthorizationsOf, withLate } from './late-authorization.ts'
import {
  lookedInVain,
  lookSoon,
  type Quarantine,
  type QuarantineRow,
  type StrayRefund,
  type WatchedFollowUp,
  type WatchedRefund,
} from './quarantine-row.ts'
import { watchFollowUp } from './watch-follow-up.ts'

/**
 * Checks the payments that ended as not charged while their authorization could still arrive, or that were approved
 * twice (docs/decisions/0031):
 *
 *   look ──nothing stands──▶ look later: 5 min, 30 min, 2 h, 24 h, then daily for 8 days ──▶ released
 *    ▲ │
 *    │ └──an approval stands──▶ reported to operators ──▶ voided, or refunded if it is settled ─┐
 *    └───────────────────────────── look again: another may follow ◀────────────────────────────┘
 */
export async function lookAtQuarantine(services: PaymentServices): Promise<void> {
  const { store, clock, inFlight, log } = services
  const where = [{ column: 'due_at', is: '<=', value: clock.verified() }] as const
  for await (const listed of rowsOf<Looked>(store, 'quarantine', { where })) {
    const { account_id, id, version } = listed
    // The payment or refund that the row is about; their ids never collide.
    const about = 'refund_id' in listed.document ? listed.document.refund_id : listed.document.payment_id
    if (!inFlight.take(about)) continue
    try {
      // The listed row may be out of date.
      const row = await store.get<Looked>('quarantine', account_id, id)
      if (row?.version !== version) continue
      const { document } = row
      if ('refund_id' in document) await watchRefund(services, { ...row, document })
      else if ('asked' in document) await watchFollowUp(services, { ...row, document })
      else await look(services, { ...row, document })
    } catch (error) {
      log.error({ err: error, id }, 'quarantine.failed')
    } finally {
      inFlight.release(about)
    }
  }
}

type Looked = Quarantine | WatchedRefund | WatchedFollowUp

async function look(services: PaymentServices, row: QuarantineRow): Promise<void> {
  const { store, clock, log } = services
  const attempt = await loadAttempt(store, row.account_id, row.id)
  if (!attempt.ok) throw new Error(`payment ${row.id} of a quarantine is gone`)
  const payment = attempt.value.payment.document
  const found = await askInquiry(services, payment)
  if (found.outcome === 'unknown' || found.outcome === 'not_yet') {
    await record(services, row, [], lookSoon(row, clock.verified()))
    return
  }
  const known = lateAuthorizationsOf(payment)
  const strays = standingIn(found, payment).filter(
    ({ retrieval_reference }) =>
      retrieval_reference !== row.document.keep && !isResolved(known, retrieval_reference),
  )
  if (strays.length === 0) {
    const open = known.filter(isOpenLate)
    // not_found does not prove that an approval found earlier was taken back.
    const isProven = found.outcome !== 'not_found'
    const closed = isProven ? open.map((late) => takenBack(late, clock.now())) : []
    const stands = open.length > 0 && !isProven
    await record(services, row, closed, lookedInVain(row, clock.verified(), stands))
    return
  }
  let current: QuarantineRow | null = row
  for (const stray of strays) {
    log.error({ payment_id: row.id, ...stray }, 'quarantine.late_authorization')
    const late = { found_at: isoTime(clock.now()), ...stray, taken_back_at: null }
    const asked_at = clock.verified()
    current = await record(services, current, [late], lookSoon(current, asked_at, { asked_at }))
    if (current !== null) current = await takeBack(services, current, payment, late)
    if (current === null) return
  }
}

/** Whether a person has handled it. If it still stood, an action of the service would come on top of the person's. */
const isResolved = (known: readonly LateAuthorization[], reference: string): boolean =>
  known.some(
    ({ retrieval_reference, resolution }) => retrieval_reference === reference && resolution !== undefined,
  )

const takenBack = (late: LateAuthorization, now: number): LateAuthorization => ({
  ...late,
  taken_back_at: isoTime(now),
})

/**
 * Voids a late approval, or refunds it if it is already settled. Retries refund it only once.
 * @returns the current row; null if another process has changed it and continues
 */
async function takeBack(
  services: PaymentServices,
  row: QuarantineRow,
  payment: Payment,
  late: LateAuthorization,
): Promise<QuarantineRow | null> {
  const { clock, log } = services
  // Never void after a refund was journaled: if the processor accepted the void too, it would pay back twice.
  const voided =
    row.document.refunds[late.retrieval_reference] === undefined
      ? await askVoid(services, payment, late.retrieval_reference)
      : null
  const isSettled = voided === null || voided.outcome === 'already_settled'
  const tried = isSettled ? await refundOnce(services, row, payment, late) : { row, answer: voided }
  if (tried === null) return null
  const { outcome } = tried.answer
  log.warn({ payment_id: row.id, outcome }, 'quarantine.taken_back')
  if (outcome !== 'done') return tried.row
  const closed = takenBack(late, clock.now())
  return record(services, tried.row, [closed], lookSoon(tried.row, clock.verified()))
}

interface Tried {
  readonly row: QuarantineRow
  readonly answer: Pick<FollowUp, 'outcome'>
}

/**
 * Refunds the whole approval under its own order, and asks about that order before it sends the refund again.
 * @returns null if another process has changed the row; then nothing is sent
 */
async function refundOnce(
  services: PaymentServices,
  row: QuarantineRow,
  payment: Payment,
  { retrieval_reference, amount }: LateAuthorization,
): Promise<Tried | null> {
  const { processor, clock } = services
  const reference = { ...referenceOf(payment), retrieval_reference }
  const id = `${payment.id}/${retrieval_reference}`
  const refundOf = ({ order_id, begun_at }: StrayRefund): RefundReference => ({
    refund_id: id,
    order_id,
    amount,
    begun_at,
  })
  const refund = row.document.refunds[retrieval_reference]
  if (refund !== undefined) {
    const known = await processor.inquireRefund(reference, refundOf(refund))
    if (known.outcome !== 'not_found') return { row, answer: known.outcome === 'not_yet' ? unknown : known }
  }
  const order_count = (refund?.order_count ?? 0) + 1
  const order_id = orderIdOf(`${id}/${order_count}`)
  const next = { order_id, order_count, begun_at: clock.verified() }
  const refunds = { ...row.document.refunds, [retrieval_reference]: next }
  const journaled = await record(services, row, [], lookSoon(row, clock.verified(), { refunds }))
  if (journaled === null) return null
  return { row: journaled, answer: await processor.refund(reference, refundOf(next)) }
}

const unknown = { outcome: 'unknown' } as const

/**
 * Records a check in the quarantine row and, if an approval was found or taken back, in the payment. Writes nothing if
 * the row has changed since it was read; the caller must not move money then.
 * @param next the next version of the row that was read
 * @returns `next`; null if another process has changed the row since and continues
 */
async function record(
  services: PaymentServices,
  row: QuarantineRow,
  found: readonly LateAuthorization[],
  next: QuarantineRow,
): Promise<QuarantineRow | null> {
  const written = await runDecision(services, {
    load: async () => {
      const current = await services.store.get<Quarantine>('quarantine', row.account_id, row.id)
      const attempt = await loadAttempt(services.store, row.account_id, row.id)
      if (!attempt.ok || current === null) throw new Error(`quarantine ${row.id} is gone`)
      return ok({ current, attempt: attempt.value })
    },
    decide: ({ current, attempt }, { now }): DecisionResult<QuarantineRow | null> => {
      if (current.version !== row.version) return ok({ writes: [], events: [], reply: null })
      const { payment } = attempt
      const known = lateAuthorizationsOf(payment.document)
      const fresh = found.filter((late) => !known.some((one) => sameLate(one, late)))
      const write = updateOf('quarantine', next)
      if (fresh.length === 0) return ok({ writes: [write], events: [], reply: next })
      const isHeld = fresh.some(({ taken_back_at }) => taken_back_at === null)
      const type = isHeld ? 'v2.payment.late_authorization' : 'v2.payment.updated'
      const { decided } = changeAside(attempt, withLate(payment.document, fresh), type, now)
      return ok({ ...decided, writes: [write, ...decided.writes], reply: next })
    },
  })
  return written.ok ? written.value : null
}

/** Whether one adds nothing to the other: an older check must not mark an approval that was taken back as held. */
const sameLate = (one: LateAuthorization, other: LateAuthorization): boolean =>
  one.retrieval_reference === other.retrieval_reference &&
  (one.taken_back_at !== null || other.taken_back_at === null)
