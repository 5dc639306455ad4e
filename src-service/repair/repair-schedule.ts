import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { authorizationLifeMs } from '../../src-shared/payments/authorization-life.ts'
import { err } from '../../src-shared/result.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { cannotCancel, decideBeginVoid } from '../intents/decide-cancel.ts'
import { pendingOperationOf } from '../intents/pending-operation.ts'
import { runFollowUp } from '../intents/run-follow-up.ts'
import { startPasses } from '../passes.ts'
import { begunAtOf } from '../processor/order-id.ts'
import { awaitedSince } from '../refunds/documents.ts'
import { repairRefund, unansweredRefunds } from '../refunds/repair-refunds.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row } from '../store/store.ts'
import { lookAtQuarantine } from './quarantine.ts'
import { repairPayment } from './repair-payment.ts'

/** All ms of the service's clock. */
const repairTimings = {
  /** Between two passes. */
  every: 5_000,
  /** A payment that is younger than this has not been given time to finish. */
  minimumAge: 10_000,
  /** Where others share the database, one of them may still be waiting for an answer: this much after its limit. */
  graceShared: 30_000,
  /** An authorization that was not captured by then is given up (docs/decisions). */
  authorizationLife: authorizationLifeMs,
} as const

/**
 * Repairs on start and then on a schedule. On start nothing is young: what this service left unfinished was cut
 * off by its end. Unless others share the database, whose work looks the same.
 * @returns the function that stops it; resolves when the pass that is running has ended.
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
    // A loop of its own: its questions may go without an answer for long, and no cashier waits for them.
    startPasses(services, passes, () => lookAtQuarantine(services)),
  ]
  return async () => {
    await Promise.all(loops.map((stop) => stop()))
  }
}

const sharedMinimumAge = ({ processor: { limits } }: PaymentServices): number =>
  Math.max(limits.authorizeMs, limits.followUpMs) + repairTimings.graceShared

export interface PassOptions {
  /** Payments younger than this are left alone, ms. */
  readonly minimumAge: number
  /** When each question was asked last, ms; kept from pass to pass. */
  readonly lastAsked: Map<string, number>
  /**
   * When each was found unfinished first, ms; kept from pass to pass. Verified time follows a clock that was set back
   * while the service stood still: what was begun "tomorrow" is as old as we have known it.
   */
  readonly firstSeen: Map<string, number>
}

/** One look at every payment and refund that is unfinished, and at every authorization that has grown too old. */
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
   * The longer a question has gone without an answer, the rarer it is asked: every quarter of that time. Of a payment
   * that is what we have seen ourselves, not its age: after a night without power a cashier waits for the second
   * look, should the first one find the processor out of reach.
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
  // A void cannot be undone: by verified time, not by what the computer's clock was set to.
  const cutoff = clock.verified() - repairTimings.authorizationLife
  for await (const row of payments(services, 'uncaptured', cutoff)) {
    // Made by a node whose clock was days behind: it is younger than it looks.
    if (begunAtOf(row.document) > cutoff) continue
    // A question of its own: an outcome learned a moment ago may be that of an authorization that is too old.
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

/** When the operation that it waits for was begun, ms. @throws when what it waits for cannot be read. */
function waitingSince(row: Row<Payment>): number {
  const pending = pendingOperationOf(row.document)
  return pending === null ? row.updated_at : Date.parse(pending.since)
}

/** uncaptured → cancelled after 7 days; voided at the processor, should it still hold the money. */
async function expireAuthorization(services: PaymentServices, row: Row<Payment>): Promise<void> {
  const expired = await runFollowUp(services, {
    accountId: row.account_id,
    paymentId: row.id,
    attempt: null,
    begin: (attempt, context) =>
      // Captured in the meantime: that is no longer ours to end.
      attempt.payment.document.status === 'uncaptured'
        ? decideBeginVoid(attempt, 'authorization_expired', context)
        : err(cannotCancel(attempt.intent.document)),
    key: { claim: null },
  })
  const refusal = expired.ok ? {} : { reason: expired.error.message }
  services.log.info({ payment_id: row.id, done: expired.ok, ...refusal }, 'repair.authorization_expired')
}

/** One payment or refund that cannot be repaired must not keep the others from it. */
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
