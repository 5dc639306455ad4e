import type { Log } from '../log.ts'
import { firstRow, insertOf, nextRow, noAccount, updateOf } from '../store/row-writes.ts'
import type { Row, Store } from '../store/store.ts'
import { idempotencyWindowMs } from '../store/store.ts'
import type { AdjustableClock } from './clock.ts'

/**
 * Irreversible actions that depend on elapsed time (voiding an authorization, releasing an idempotency key) use
 * `clock.verified()`, never the wall clock alone (docs/decisions/0022). Verified time follows the database's time as
 * long as that agrees with the monotonic clock and with the last mark:
 *
 *   agrees                          ▶ followed
 *   ahead by at most `longestStop`  ▶ a night or a weekend without power: followed, and every saved answer of the
 *                                     last hour is kept for another one (a shared database's time is reliable)
 *   ahead by more                   ▶ doubted: time continues from the mark by the monotonic clock alone, until
 *                                     an operator confirms it, the clock is set back, or `longestDeadline` has passed
 *                                     in verified time: then nothing can become due too early any more
 *   behind                          ▶ followed: acting late is safe
 */

/** The last reading of the database's time; stored as a row, to survive a restart. */
export interface TimeMark {
  /** ms since the epoch. */
  readonly database_time: number
  /** The doubted part of `database_time`, in ms. */
  readonly doubted: number
  /** Verified time when the doubt began, in ms; null when there is none. */
  readonly doubted_since: number | null
}

const dayMs = 24 * 60 * 60_000
/** The longest stop of a shop, or sleep of a computer, that is accepted without confirmation, in ms. */
export const longestStop = 3 * dayMs
/**
 * The longest deadline that affects money, in ms: an authorization's lifetime (repair). A checkout session may be open
 * longer; after a doubt ends, a session that was opened during it expires at its stated time.
 */
export const longestDeadline = 7 * dayMs

/** Returns the verified time after the monotonic clock has advanced by `elapsed`, in whole ms. */
const expectedAfter = (last: TimeMark, elapsed: number): number => Math.floor(verifiedOf(last) + elapsed)

export const verifiedOf = ({ database_time, doubted }: TimeMark): number => database_time - doubted

/**
 * @param elapsed ms since the last mark in monotonic time, with fractions; 0 after a start, because the downtime cannot be
 *   measured
 */
export function observeTime(
  last: TimeMark | null,
  { databaseTime, elapsed }: { readonly databaseTime: number; readonly elapsed: number },
): TimeMark {
  const trusted: TimeMark = { database_time: databaseTime, doubted: 0, doubted_since: null }
  if (last === null) return trusted
  const jump = databaseTime - last.database_time - elapsed
  const isDoubtful = jump > longestStop
  // Whole ms, as in every row: `elapsed` has fractions, and so have marks of former versions.
  const doubted = Math.ceil(isDoubtful ? last.doubted + jump : Math.max(0, last.doubted + Math.min(jump, 0)))
  if (doubted === 0) return trusted
  const expected = expectedAfter(last, elapsed)
  const doubted_since = isDoubtful ? expected : (last.doubted_since ?? expected)
  if (databaseTime - doubted - doubted_since >= longestDeadline) return trusted
  return { database_time: databaseTime, doubted, doubted_since }
}

/** Smaller forward jumps, in ms, count as drift between the two clocks. */
const driftMs = 1_000
const markId = 'time_mark'

interface TimeServices {
  readonly store: Store
  readonly clock: Pick<AdjustableClock, 'now' | 'verify'>
  readonly log: Log
  /** Monotonic, ms. */
  readonly steady: () => number
}

/**
 * Returns a function that maintains `clock.verified()`: call it once before anything can become due, then about once a
 * minute.
 * @param confirmed whether the first reading trusts the database's time regardless of the mark
 */
export function createTimeKeeper(services: TimeServices, confirmed: boolean): () => Promise<void> {
  const { store, clock, log, steady } = services
  let seen: { readonly mark: TimeMark | null; readonly at: number } | null = null

  const keepAnswers = async (before: number, after: number): Promise<void> => {
    await store.keepIdempotency({ since: before - idempotencyWindowMs, createdAt: after })
  }

  return async () => {
    const row = await store.get<TimeMark>('time_mark', noAccount, markId)
    const databaseTime = await store.now()
    const at = steady()
    const last = seen === null ? (row?.document ?? null) : seen.mark
    const elapsed = seen === null ? 0 : at - seen.at
    const mark = observeTime(seen === null && confirmed ? null : last, { databaseTime, elapsed })
    if (last !== null) {
      const expected = expectedAfter(last, elapsed)
      const isForward = verifiedOf(mark) - expected > driftMs
      if (isForward && (!store.shared || last.doubted > 0)) await keepAnswers(expected, verifiedOf(mark))
      if (mark.doubted > last.doubted) {
        log.warn({ ahead_ms: mark.doubted, last_seen_ms: last.database_time }, 'clock.jump_doubted')
      } else if (mark.doubted === 0 && last.doubted > 0) {
        log.info({ was_ahead_ms: last.doubted }, 'clock.jump_accepted')
      }
    }
    clock.verify(verifiedOf(mark), mark.doubted)
    seen = { mark, at }
    await writeMark(store, row, mark)
  }
}

/** Ignores a conflict: another node may write the same mark at the same time. */
async function writeMark(store: Store, row: Row<TimeMark> | null, mark: TimeMark): Promise<void> {
  const now = mark.database_time
  const write =
    row === null
      ? insertOf('time_mark', firstRow(noAccount, markId, mark, now))
      : updateOf('time_mark', nextRow(row, mark, now))
  await store.commit({ writes: [write] })
}
