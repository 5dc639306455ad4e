import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PendingFollowUp } from '../intents/pending-operation.ts'
import { firstRow, insertOf, nextRow } from '../store/row-writes.ts'
import type { Row, Write } from '../store/store.ts'

/**
 * A payment that ended as not charged, though its authorization may still arrive (at most processors the void of an
 * order that is unknown to them changes nothing), or one that was approved twice. The row's id is the payment's.
 * It is looked for again and again; whatever stands besides the payment is taken back.
 */
export interface Quarantine extends Watched {
  readonly payment_id: string
  /** The retrieval reference of the approval that the payment stands for; null when it stands for none. */
  readonly keep: string | null
  /** Refunds of approvals that were settled already, by retrieval reference: journaled before they are asked for. */
  readonly refunds: Readonly<Record<string, StrayRefund>>
  /** When taking something back was last asked for, ms by verified time; absent until then. */
  readonly asked_at?: number
}
export interface StrayRefund {
  readonly order_id: string
  readonly order_count: number
  /** ms since the epoch. */
  readonly begun_at: number
}

/** A refund that somebody has shown not to be done, though it may arrive. The row's id is the refund's. */
export interface WatchedRefund extends Watched {
  readonly refund_id: string
}

/** A capture or void that somebody has shown not to be done, though it may arrive. */
export interface WatchedFollowUp extends Watched {
  readonly payment_id: string
  readonly asked: PendingFollowUp
}

interface Watched {
  /** How often it was looked for. */
  readonly looks: number
  /** When it is looked for next, ms since the epoch by verified time; null when it can no longer arrive. */
  readonly due_at: number | null
}

export type QuarantineRow<Kept extends Watched = Quarantine> = Row<Kept>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** How long after the one before each look comes, ms: from then on every day, as batches close. */
const looksAfter = [5 * minuteMs, 25 * minuteMs, 90 * minuteMs, 22 * 60 * minuteMs] as const
/** No authorization stands longer than this without a capture; nothing arrives after it. */
const watchedForMs = 8 * dayMs
/** While something is to be taken back, or nobody answers. */
const soonMs = minuteMs

/** All of its times are verified ones. @param verified ms */
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
        // What was approved twice stands already.
        due_at: keep === null ? verified + looksAfter[0] : verified,
        refunds: {},
      },
      verified,
    ),
  )

/** A payment may have several: each has an id of its own. @param verified ms */
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

/** After a look that found nothing standing. @param open what was found before may stand still: never released then */
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

/** After a look-up without a result, or while what was found still stands. */
export const lookSoon = <Kept extends Watched>(
  row: QuarantineRow<Kept>,
  verified: number,
  change: Partial<Kept> = {},
): QuarantineRow<Kept> => nextRow(row, { ...row.document, ...change, due_at: verified + soonMs }, verified)
