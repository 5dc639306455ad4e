import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { authorizationLifeMs } from '../../src-shared/payments/authorization-life.ts'
import { err } from '../../src-shared/result.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { cannotCancel, decideBeginVoid } from '../intents/decide-cancel.ts'
import { pendingOperationOf } from '../intents/pending-operation.ts'
import { runFollowUp } from '../intents/run-follow-up.ts'
import { begunAtOf } from '../processor/order-id.ts'
import { awaitedSince } from '../refunds/documents.ts'
import { repairRefund, unansweredRefunds } from '../refunds/repair-refunds.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row } from '../store/store.ts'
import { startPasses } from '../time/passes.ts'
import { lookAtQuarantine } from './quarantine.ts'
import { repairPayment } from './repair-payment.ts'

/** All in ms of the service's clock. */
const repairTimings = {
  /** Between two passes. */
  every: 5_000,
  /** Younger payments are left alone, because they may still finish normally. */
  minimumAge: 10_000,
  /** Added to the processor's limits if the database is shared, because another node may still wait for an answer. */
  graceShared: 30_000,
  /** An authorization that is not captured within this time is voided (docs/decisions/0009). */
  authorizationLife: authorizationLifeMs,
} as const

/**
 * Repairs on start and then on a schedule. The first pass has no minimum age, because everything unfinished was cut off
 * when this service ended. With a shared database it has one, because other nodes may be working on it.
 * @returns a function that stops the repair and resolves when the current pass has ended.
 */
export function startRepair(services: PaymentServices): () => Promise<void> {
  const { shared } = services.store
  const later = shared ? sharedMinimumAge(services) : repairTimings.minimumAge
  const lastAsked = new Map<string, number>()
  const firstSeen = new Map<string, number>()
  let minimumAge = shared ? later : 0
  const passes = { everyMs: repairTimings.every, failed: 'repair.pass_failed', level: 'error' } as const
  const loops = [
    startPasses(services, passes, async () => {
      const options = { minimumAge, lastAsked, firstSeen }
      minimumAge = later
      await repairPass(services, options)
    }),
    // A separate loop: its inquiries may take long without an answer, and no cashier waits for them.
    startPasses(services, passes, () => lookAtQuarantine(services)),
  ]
  return async () => {
    await Promise.all(loops.map((stop) => stop()))
  }
}

const sharedMinimumAge = ({ processor: { limits } }: PaymentServices): number =>
  Math.max(limits.authorizeMs, limits.followUpMs) + repairTimings.graceShared

export interface PassOptions {
  /** Payments and refunds younger than this are left alone, in ms. */
  readonly minimumAge: number
  /** When each question was last asked, in ms; kept from pass to pass. */
  readonly lastAsked: Map<string, number>
  /**
   * When each row was first seen unfinished, in ms; kept from pass to pass. If the clock was set back while the service
   * was stopped, verified time follows it. The age of an operation begun in the future is the time since it was seen.
   */
  readonly firstSeen: Map<string, number>
}

/** Checks once every unfinished payment and refund, and every authorization that is too old. */
export async function repairPass(services: PaymentServices, options: PassOptions): Promise<void> {
  const { lastAsked, firstSeen, minimumAge } = options
  const { clock } = services
  const found = new Set<string>()
  const agesOf = (id: string, since: number): { readonly age: number; readonly seenFor: number } => {
    const now = clock.verified()
    const seen = Math.min(firstSeen.get(id) ?? now, now)
    firstSeen.set(id, seen)
    return { age: Math.max(now - since, now - seen), seenFor: now - seen }
  }
  /**
   * Asks less often the longer a question is unanswered: the interval is a quarter of that time. For a payment the time
   * counts from when this process first saw it, not from its start: after a night without power, a cashier waits for
   * the second check if the first one could not reach the processor.
   */
  const askAbout = async (question: string, waitedMs: number, ask: () => Promise<void>) => {
    const now = clock.verified()
    const asked = lastAsked.get(question)
    if (asked !== undefined && asked <= now && now - asked < waitedMs / 4) return
    lastAsked.set(question, now)
    await ask()
  }
  for await (const row of payments(services, 'processing')) {
    found.add(row.id)
    await guarded(services, row, async () => {
      const { age, seenFor } = agesOf(row.id, waitingSince(row))
      if (age >= minimumAge) await askAbout(row.id, seenFor, () => repairPayment(services, row, seenFor))
    })
  }
  for await (const row of unansweredRefunds(services.store)) {
    found.add(row.id)
    const { age, seenFor } = agesOf(row.id, awaitedSince(row.document))
    if (age < minimumAge) continue
    const silence = `silence about ${row.id}`
    found.add(silence)
    await guarded(services, row, () =>
      askAbout(row.id, seenFor, async () => {
        const { seenFor: silentFor } = agesOf(silence, clock.verified())
        if (await repairRefund(services, row, silentFor)) firstSeen.delete(silence)
      }),
    )
  }
  // A void cannot be undone, so the cutoff uses verified time and not the computer's clock.
  const cutoff = clock.verified() - repairTimings.authorizationLife
  for await (const row of payments(services, 'uncaptured', cutoff)) {
    // Created by a node whose clock was days behind: the payment is younger than its created_at.
    if (begunAtOf(row.document) > cutoff) continue
    // A separate question: the repair above may just have found an authorization that is already too old.
    const question = `expiry of ${row.id}`
    found.add(question)
    await guarded(services, row, () =>
      askAbout(question, cutoff - row.created_at, () => expireAuthorization(services, row)),
    )
  }
  for (const kept of [lastAsked, firstSeen]) {
    for (const question of kept.keys()) if (!found.has(question)) kept.delete(question)
  }
}

/** Returns when the pending operation was begun, in ms. @throws if the pending operation cannot be read. */
function waitingSince(row: Row<Payment>): number {
  const pending = pendingOperationOf(row.document)
  return pending === null ? row.updated_at : Date.parse(pending.since)
}

/** uncaptured → cancelled after 7 days; voided at the processor in case it still holds the money. */
async function expireAuthorization(services: PaymentServices, row: Row<Payment>): Promise<void> {
  const expired = await runFollowUp(services, {
    accountId: row.account_id,
    paymentId: row.id,
    attempt: null,
    begin: (attempt, context) =>
      // A payment that was captured in the meantime does not expire.
      attempt.payment.document.status === 'uncaptured'
        ? decideBeginVoid(attempt, 'authorization_expired', context)
        : err(cannotCancel(attempt.intent.document)),
    key: { claim: null },
  })
  const refusal = expired.ok ? {} : { reason: expired.error.message }
  services.log.info({ payment_id: row.id, done: expired.ok, ...refusal }, 'repair.authorization_expired')
}

/** Logs a failure, so that one payment or refund that cannot be repaired does not stop the others. */
async function guarded(services: PaymentServices, { id }: Row, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    services.log.error({ err: error, id }, 'repair.failed')
  }
}

const payments = (services: PaymentServices, status: Payment['status'], createdBefore?: number) =>
  rowsOf<Payment>(services.store, 'payment', {
    where: [{ column: 'status', is: '=', value: status }],
    ...(createdBefore === undefined ? {} : { after: { created_at: createdBefore, id: '' } }),
  })
