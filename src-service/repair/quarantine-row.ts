import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PendingFollowUp } from '../intents/pending-operation.ts'
import { firstRow, insertOf, nextRow } from '../store/row-writes.ts'
import type { Row, Write } from '../store/store.ts'

/**
 * A payment that ended as not charged although its authorization may still arrive (at most processors, voiding an order
 * that they do not know has no effect), or that was approved twice. The row's id is the payment's id. The processor is
 * asked about it repeatedly, and every approval that the payment does not use is taken back.
 */
export interface Quarantine extends Watched {
  readonly payment_id: string
  /** Retrieval reference of the approval that the payment uses; null if it uses none. */
  readonly keep: string | null
  /** Refunds of already settled approvals, by retrieval reference. Journaled before they are requested. */
  readonly refunds: Readonly<Record<string, StrayRefund>>
  /** When a void or refund of an approval was last requested, in ms of verified time; absent if never. */
  readonly asked_at?: number
}
export interface StrayRefund {
  readonly order_id: string
  readonly order_count: number
  /** ms since the epoch. */
  readonly begun_at: number
}

/** A refund that a person resolved as not done, although it may still arrive. The row's id is the refund's id. */
export interface WatchedRefund extends Watched {
  readonly refund_id: string
}

/** A capture or void that a person resolved as not done, although it may still arrive. */
export interface WatchedFollowUp extends Watched {
  readonly payment_id: string
  readonly asked: PendingFollowUp
}

interface Watched {
  /** Number of checks so far. */
  readonly looks: number
  /** Time of the next check, in ms since the epoch of verified time; null if it can no longer arrive. */
  readonly due_at: number | null
}

export type QuarantineRow<Kept extends Watched = Quarantine> = Row<Kept>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Delay of each check after the previous one, in ms. Later checks are daily, because batches close daily. */
const looksAfter = [5 * minuteMs, 25 * minuteMs, 90 * minuteMs, 22 * 60 * minuteMs] as const
/** An authorization without a capture expires within this time, in ms; it cannot arrive later. */
const watchedForMs = 8 * dayMs
/** Delay of the next check while an approval must be taken back or the processor does not answer, in ms. */
const soonMs = minuteMs

/** All times of the row are verified time. @param verified ms */
export const quarantineInsert = (payment: Payment, keep: string | null, verified: number): Write =>
  insertOf(
    'quarantine',
    firstRow<Quarantine>(
      payment.account_id,
      payment.id,
      {
        payment_id: payment.id,
        keep,
        looks: 0,
        // A second approval already exists, so it is checked at once.
        due_at: keep === null ? verified + looksAfter[0] : verified,
        refunds: {},
      },
      verified,
    ),
  )

/** A payment may have several of these rows, each with its own id. @param verified ms */
export const watchedFollowUpInsert = (
  { account_id, id }: Payment,
  asked: PendingFollowUp,
  verified: number,
): Write => {
  const document: WatchedFollowUp = { payment_id: id, asked, looks: 0, due_at: verified + looksAfter[0] }
  return insertOf(
    'quarantine',
    firstRow(account_id, `${id}/${asked.operation}/${asked.since}`, document, verified),
  )
}

export const watchedRefundInsert = (
  { account_id, id }: { readonly account_id: string; readonly id: string },
  verified: number,
): Write => {
  const document: WatchedRefund = { refund_id: id, looks: 0, due_at: verified + looksAfter[0] }
  return insertOf('quarantine', firstRow(account_id, id, document, verified))
}

/** Returns the row after a check without a finding. @param open an earlier one may still stand: never release then */
export function lookedInVain<Kept extends Watched>(
  row: QuarantineRow<Kept>,
  verified: number,
  open = false,
): QuarantineRow<Kept> {
  const looks = row.document.looks + 1
  const next = verified + (looksAfter[looks] ?? dayMs)
  const due_at = next - row.created_at > watchedForMs && !open ? null : next
  return nextRow(row, { ...row.document, looks, due_at }, verified)
}

/** Returns the row after a look-up without a result, or while an approval that was found still stands. */
export const lookSoon = <Kept extends Watched>(
  row: QuarantineRow<Kept>,
  verified: number,
  change: Partial<Kept> = {},
): QuarantineRow<Kept> => nextRow(row, { ...row.document, ...change, due_at: verified + soonMs }, verified)
