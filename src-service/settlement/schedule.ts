import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import type { Result } from '../../src-shared/result.ts'
import type { AccountDocument } from '../accounts/documents.ts'
import type { RefundDocument } from '../refunds/documents.ts'
import { noAccount } from '../store/row-writes.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Condition, Kind, Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import { correctSums } from './correct-sums.ts'
import { goesWithPayment } from './decide-settle-refund.ts'
import { matchRecords } from './match.ts'
import type { RunWanted } from './open-run.ts'
import { finishRun, own, type SettlementServices, settleAccount, unsettled } from './run.ts'
import { endIfStopped } from './stoppable.ts'

const dayMs = 24 * 60 * 60_000
/** End of the business day, in ms after midnight UTC: 08:00, which is midnight on the Pacific coast. */
const dayEndsAtMs = 8 * 60 * 60_000
/** Delay of the first run after the start, in ms, so that it does not slow the start down. */
const catchUpAfterMs = 5_000
/**
 * Longest wait until the clock is looked at again, in ms. Timers do not notice that the computer's time was set, and
 * stand still while it sleeps.
 */
const lookEveryMs = 10 * 60_000
/** Delay of the recount after a run, in ms: longer than a slow node can still be writing. */
const correctAfterMs = 60_000

/** Returns the last time at which a business day ended, in ms. */
export const lastDayEnd = (now: number): number =>
  Math.floor((now - dayEndsAtMs) / dayMs) * dayMs + dayEndsAtMs

/** Returns the business day that ended at this time, such as 2026-01-31. */
export const dayThatEnded = (dayEnd: number): string => isoTime(dayEnd - dayEndsAtMs - 1).slice(0, 10)

/**
 * Closes every account's day when it ends, by the service's clock. Soon after the start it also continues the runs that
 * a dead process left open, and closes a day that ended in the meantime.
 * @returns a function that stops the schedule and resolves when the current run has ended.
 */
export function startSettlement(services: SettlementServices): () => Promise<void> {
  const { clock, log } = services
  let stopped = false
  /** When the last closed day ended, in ms; null until one is closed. */
  let closedTo: number | null = null
  const pending = new Map<typeof closeDays, () => void>()
  /** Chains the runs, so that only one runs at a time. */
  let running: Promise<void> = Promise.resolve()
  const arm = (delayMs: number, work: typeof closeDays, next = () => {}) => {
    const callOff = clock.after(delayMs, () => {
      running = running
        .then(() => work({ ...services, isStopped: () => stopped }))
        .catch((error: unknown) => log.error({ err: error }, 'settlement.day_failed'))
        .finally(() => {
          if (!stopped) next()
        })
    })
    pending.set(work, callOff)
  }
  /**
   * Also closes after the clock was set back: a day that a wrong clock has closed early ends again at its own time, with
   * what was sold after the correction. What is dated ahead by the wrong clock settles when its date has come.
   */
  const closeIfEnded = async (all: SettlementServices): Promise<void> => {
    const dayEnd = lastDayEnd(clock.now())
    if (dayEnd === closedTo) return
    try {
      await closeDays(all)
      closedTo = dayEnd
    } finally {
      if (!stopped) arm(correctAfterMs, correctSums)
    }
  }
  const lookIn = (delayMs: number): void =>
    arm(delayMs, closeIfEnded, () => {
      const now = clock.now()
      lookIn(Math.min(lastDayEnd(now) + dayMs - now, lookEveryMs))
    })
  lookIn(catchUpAfterMs)
  return async () => {
    stopped = true
    for (const callOff of pending.values()) callOff()
    await running
  }
}

/** Continues the open runs, then closes the last ended day of every account that has something to settle. */
export async function closeDays(services: SettlementServices): Promise<void> {
  const { store, log, isStopped = () => false } = services
  /** @param work resolves to null if there was nothing to do */
  const guarded = async (accountId: string, work: () => Promise<{ readonly ok: boolean } | null>) => {
    if (isStopped()) return
    try {
      const done = await work()
      if (done === null) return
      if (done.ok) log.info({ account_id: accountId }, 'settlement.account_settled')
      else log.warn({ account_id: accountId }, 'settlement.account_failed')
    } catch (error) {
      if (isStopped()) return
      log.error({ err: error, account_id: accountId }, 'settlement.account_failed')
    }
  }
  const where = [{ column: 'status', is: '=', value: 'closing' }] as const
  for await (const run of rowsOf<never>(store, 'settlement', { where })) {
    await guarded(run.account_id, () => finishRun(services, run))
  }
  const cutoff = lastDayEnd(services.clock.now())
  const day = dayThatEnded(cutoff)
  for await (const { id } of rowsOf<AccountDocument>(store, 'account', { account_id: noAccount })) {
    if (isStopped()) return
    await guarded(id, async () => {
      await matchRecords(services, id)
      const due = await currenciesDue(services, id, cutoff)
      return due.size === 0 ? null : settleEach(services, due, { accountId: id, day, cutoff })
    })
  }
}

/** Runs one settlement per currency, one after the other. @returns the first failure, else the first result */
export async function settleEach(
  services: SettlementServices,
  currencies: Iterable<string>,
  wanted: Omit<RunWanted, 'currency'>,
): Promise<Result<Settlement, ServiceError>> {
  const runs: Result<Settlement, ServiceError>[] = []
  for (const currency of currencies) runs.push(await settleAccount(services, { ...wanted, currency }))
  const answer = runs.find((run) => !run.ok) ?? runs[0]
  if (answer === undefined) throw new Error('there is no currency to settle in')
  return answer
}

/**
 * Returns the currencies in which an account has something to settle. @param cutoff ms: only rows created before it
 * @throws when the service stops
 */
export async function currenciesDue(
  services: Pick<SettlementServices, 'store' | 'isStopped'>,
  accountId: string,
  cutoff: number,
): Promise<ReadonlySet<string>> {
  const looks: readonly (readonly [Kind, readonly Condition[]])[] = [
    ['payment', own('captured')],
    ['payment', own('pending')],
    ['refund', own('processing')],
    ['refund', own('succeeded')],
    ['fee', unsettled],
    ['transaction', unsettled],
  ]
  const due = new Set<string>()
  for (const [kind, where] of looks) {
    const query = { account_id: accountId, where, after: { created_at: cutoff, id: '' } }
    for await (const row of rowsOf<{ readonly currency: string }>(services.store, kind, query)) {
      endIfStopped(services)
      if (kind === 'refund' && (await waitsForPayment(services, row as Row<RefundDocument>))) continue
      due.add(row.document.currency)
      // An account's payments and refunds have one currency (section 2.2); its few fees and corrections may differ.
      if (kind === 'payment' || kind === 'refund') break
    }
  }
  return due
}

/**
 * Whether the refund is a void that is settled with its payment, so that it alone does not make a settlement due. The
 * void of a rejected payment waits for ever: otherwise it would open an empty settlement each day.
 */
async function waitsForPayment(
  { store }: Pick<SettlementServices, 'store'>,
  { account_id, document }: Row<RefundDocument>,
): Promise<boolean> {
  if (document.status !== 'succeeded') return false
  const payment = await store.get<Payment>('payment', account_id, document.payment_id)
  return payment !== null && goesWithPayment(document, payment.document)
}
