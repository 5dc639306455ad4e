import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { ok } from '../../src-shared/result.ts'
import { askInquiry, askVoid, standingIn } from '../authorize/ask-processor.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { isoTime } from '../clock.ts'
import { runDecision } from '../commit.ts'
import { loadAttempt } from '../intents/load.ts'
import { orderIdOf, referenceOf } from '../processor/order-id.ts'
import type { FollowUp, RefundReference } from '../processor/processor.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row, Write } from '../store/store.ts'
import { type LateAuthorization, lateAuthorizationsOf, withLate } from './late-authorization.ts'
import {
  lookedInVain,
  lookSoon,
  type Quarantine,
  type QuarantineRow,
  type StrayRefund,
} from './quarantine-row.ts'

/**
 * Payments that ended as not charged while their authorization could still arrive, or that were approved twice
 * (docs/decisions):
 *
 *   look ──nothing stands──▶ look later: 5 min, 30 min, 2 h, 24 h, then daily for 8 days ──▶ released
 *    ▲ │
 *    │ └──an approval stands──▶ told to operators ──▶ voided, or refunded once it is settled ──┐
 *    └───────────────────────────── looked for again: another may follow ◀────────────────────┘
 */
export async function lookAtQuarantine(services: PaymentServices): Promise<void> {
  const { store, clock, inFlight, log } = services
  const where = [{ column: 'due_at', is: '<=', value: clock.verified() }] as const
  for await (const row of rowsOf<Quarantine>(store, 'quarantine', { where })) {
    if (!inFlight.take(row.id)) continue
    try {
      await look(services, row)
    } catch (error) {
      log.error({ err: error, payment_id: row.id }, 'quarantine.failed')
    } finally {
      inFlight.release(row.id)
    }
  }
}

async function look(services: PaymentServices, listed: QuarantineRow): Promise<void> {
  const { store, clock, log } = services
  // The listed row may be stale by now.
  const row = await store.get<Quarantine>('quarantine', listed.account_id, listed.id)
  if (row === null || row.version !== listed.version) return
  const attempt = await loadAttempt(store, row.account_id, row.id)
  if (!attempt.ok) throw new Error(`payment ${row.id} of a quarantine is gone`)
  const payment = attempt.value.payment.document
  const found = await askInquiry(services, payment)
  const soon = (current: QuarantineRow) => lookSoon(current, clock.verified())
  if (found.outcome === 'unknown' || found.outcome === 'not_yet') {
    await record(services, row, [], soon)
    return
  }
  const strays = standingIn(found, payment).filter((one) => one.retrieval_reference !== row.document.keep)
  if (strays.length === 0) {
    const open = lateAuthorizationsOf(payment).filter(({ taken_back_at }) => taken_back_at === null)
    const closed = open.map((late) => takenBack(late, clock.now()))
    await record(services, row, closed, (current) => lookedInVain(current, clock.verified()))
    return
  }
  for (const stray of strays) {
    log.error({ payment_id: row.id, ...stray }, 'quarantine.late_authorization')
    const late = { found_at: isoTime(clock.now()), ...stray, taken_back_at: null }
    if (await record(services, row, [late], soon)) await takeBack(services, row, payment, late)
  }
}

const takenBack = (late: LateAuthorization, now: number): LateAuthorization => ({
  ...late,
  taken_back_at: isoTime(now),
})

/** Voids a late approval; one that is settled already is refunded, once, however often it is tried. */
async function takeBack(
  services: PaymentServices,
  row: QuarantineRow,
  payment: Payment,
  late: LateAuthorization,
): Promise<void> {
  const { clock, log } = services
  // Once a refund is journaled it is never voided besides: a processor that accepted it by now would pay back twice.
  const voided =
    row.document.refunds[late.retrieval_reference] === undefined
      ? await askVoid(services, payment, late.retrieval_reference)
      : null
  const isSettled = voided === null || voided.outcome === 'already_settled'
  const answer = isSettled ? await refundOnce(services, row, payment, late) : voided
  log.warn({ payment_id: row.id, outcome: answer.outcome }, 'quarantine.taken_back')
  if (answer.outcome !== 'done') return
  await record(services, row, [takenBack(late, clock.now())], (current) =>
    lookSoon(current, clock.verified()),
  )
}

/** The refund of all of it, under an order of its own that is inquired about before it is sent again. */
async function refundOnce(
  services: PaymentServices,
  listed: QuarantineRow,
  payment: Payment,
  { retrieval_reference, amount }: LateAuthorization,
): Promise<FollowUp> {
  const { processor, store, clock } = services
  const row = await store.get<Quarantine>('quarantine', listed.account_id, listed.id)
  if (row === null) return { outcome: 'unknown' }
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
    if (known.outcome === 'not_yet') return { outcome: 'unknown' }
    if (known.outcome !== 'not_found') return known
  }
  const order_count = (refund?.order_count ?? 0) + 1
  const order_id = orderIdOf(`${id}/${order_count}`)
  const next = { order_id, order_count, begun_at: clock.verified() }
  const written = await record(services, row, [], (current) =>
    lookSoon(current, clock.verified(), {
      refunds: { ...current.document.refunds, [retrieval_reference]: next },
    }),
  )
  return written ? processor.refund(reference, refundOf(next)) : { outcome: 'unknown' }
}

/**
 * Writes a look down: in the quarantine's row and, when something was found or taken back, in the payment. Whoever
 * changed the row since it was read was faster: then nothing is written.
 */
async function record(
  services: PaymentServices,
  row: QuarantineRow,
  found: readonly LateAuthorization[],
  next: (current: QuarantineRow) => Write,
): Promise<boolean> {
  const written = await runDecision(services, {
    load: async () => {
      const current = await services.store.get<Quarantine>('quarantine', row.account_id, row.id)
      const attempt = await loadAttempt(services.store, row.account_id, row.id)
      if (!attempt.ok || current === null) throw new Error(`quarantine ${row.id} is gone`)
      return ok({ current, attempt: attempt.value })
    },
    decide: ({ current, attempt }, { now }) => {
      if (current.version < row.version) throw new Error(`quarantine ${row.id} went back`)
      const { payment, intent } = attempt
      const known = lateAuthorizationsOf(payment.document)
      const fresh = found.filter((late) => !known.some((one) => sameLate(one, late)))
      if (fresh.length === 0) {
        return ok({ writes: [next(current)], events: [], reply: true })
      }
      const changedPayment: Row<Payment> = changed(payment, withLate(payment.document, fresh), now)
      const { document } = changedPayment
      // The intent may have been paid by another payment since: its totals are that one's.
      const isLatest = intent.document.latest_payment?.id === payment.id
      const isHeld = fresh.some(({ taken_back_at }) => taken_back_at === null)
      const type = isHeld ? 'v2.payment.late_authorization' : 'v2.payment.updated'
      return ok({
        writes: [
          next(current),
          updateOf('payment', changedPayment),
          ...(isLatest
            ? [updateOf('payment_intent', changed(intent, { latest_payment: document }, now))]
            : []),
        ],
        events: [{ account_id: payment.account_id, type, object: document }],
        reply: true,
      })
    },
  })
  return written.ok
}

/** Nothing new: what was taken back already is not held again by an older look. */
const sameLate = (one: LateAuthorization, other: LateAuthorization): boolean =>
  one.retrieval_reference === other.retrieval_reference &&
  (one.taken_back_at !== null || other.taken_back_at === null)
