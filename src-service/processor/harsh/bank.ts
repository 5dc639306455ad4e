import type { Cents } from '../../../src-shared/money.ts'
import type { TerminalCard } from '../decision.ts'
import type { AuthorizeRequest } from '../processor.ts'
import type { ReportEntry } from '../report-entry.ts'
import { outcomeOf, type SandboxOutcome } from '../sandbox/outcome.ts'
import { authCodeOf, retrievalReferenceOf } from '../sandbox/references.ts'
import { approvedCode, formatError } from '../sandbox/response-codes.ts'
import type { HarshBooks, Transaction } from './books.ts'
import { contradictionIn } from './contradictions.ts'
import { overApproved, rejectedBySettlement } from './trouble.ts'

/**
 * The harsh bank's processing of requests. It has no protection against duplicate requests, does not find requests that
 * are still on their way, and settles everything captured when its batch closes.
 */

/** A batch closes at every tenth minute of the clock. */
export const batchMs = 10 * 60_000

/** Returns the number of a batch, derived from the time. */
export const batchOf = (capturedAt: number): number => Math.floor(capturedAt / batchMs)

export const isSettled = ({ captured_at }: Transaction, now: number): boolean =>
  captured_at !== null && batchOf(captured_at) < batchOf(now)

const hasArrived = ({ arrives_at }: Transaction, now: number): boolean => arrives_at <= now
const stands = ({ type, code, voided }: Transaction): boolean =>
  type === 'authorization' && code === approvedCode && !voided

/** Returns the transactions of an order that have arrived by now. */
export const knownOf = (books: HarshBooks, orderId: string, now: number): readonly Transaction[] =>
  books.ofOrder(orderId).filter((one) => hasArrived(one, now))

export const standingOf = (books: HarshBooks, orderId: string, now: number): readonly Transaction[] =>
  knownOf(books, orderId, now).filter(stands)

/** The request of one of the bank's own terminals, which has read the card. */
export interface TerminalAuthorization extends AuthorizeRequest {
  readonly terminal_card: TerminalCard
}

/** Refuses a contradictory order with a format error, whatever the card. */
function decide(request: AuthorizeRequest, arrivesAt: number): SandboxOutcome {
  const outcome = outcomeOf(request, arrivesAt)
  return contradictionIn(request) === null ? outcome : { ...outcome, code: formatError, amountAuthorized: 0 }
}

/** @param arrivesAt ms; later than now for a delayed request */
export function authorize(
  books: HarshBooks,
  request: AuthorizeRequest | TerminalAuthorization,
  arrivesAt: number,
): Transaction {
  const outcome = decide(request, arrivesAt)
  const sequence = books.nextSequence()
  const approved = request.amount === overApproved ? request.amount + 100 : outcome.amountAuthorized
  const takes = outcome.code === approvedCode && request.capture && outcome.rail === 'card'
  const made: Transaction = {
    reference: retrievalReferenceOf(sequence, arrivesAt),
    sequence,
    order_id: request.order_id,
    account_id: request.account_id,
    payment_id: request.payment_id,
    type: 'authorization',
    parent: null,
    rail: outcome.rail,
    amount: request.amount,
    code: outcome.code,
    approved: outcome.code === approvedCode ? approved : 0,
    auth_code: request.auth_code ?? authCodeOf(sequence),
    avs: outcome.avs,
    cvv: outcome.cvv,
    funding: outcome.funding,
    card_present: request.card_present,
    card: 'terminal_card' in request ? request.terminal_card : null,
    offline: outcome.offline,
    arrives_at: arrivesAt,
    voided: false,
    captured: takes ? approved : null,
    captured_at: takes ? arrivesAt : null,
    rejected: request.amount === rejectedBySettlement,
    return_code: outcome.returnCode,
  }
  books.save(made)
  return made
}

/** Fee for a payment that the settlement rejected, in cents. */
const rejectFee: Cents = 500

/** Returns when its batch closed and rejected it, in ms; null if it did not. */
function rejectedAt({ rejected, voided, captured_at }: Transaction, now: number): number | null {
  if (!rejected || voided || captured_at === null) return null
  const closedAt = (batchOf(captured_at) + 1) * batchMs
  return closedAt <= now ? closedAt : null
}

/** Whether the batch has closed and the bank rejected this payment: no money came of it. */
export const isRejected = (one: Transaction, now: number): boolean => rejectedAt(one, now) !== null

/** Returns the payments that settlements have rejected, each with its fee. */
export const rejectionsOf = (books: HarshBooks, since: number, now: number): readonly ReportEntry[] =>
  books.all().flatMap((one): readonly ReportEntry[] => {
    const at = rejectedAt(one, now)
    const { reference, account_id, payment_id } = one
    if (at === null || at < since || payment_id === undefined) return []
    const of = { account_id, payment_id, reported_at: at }
    return [
      {
        ...of,
        id: `rejected ${reference}`,
        type: 'rejected',
        reason: 'Rejected by the settlement of its batch',
      },
      { ...of, id: `reject fee ${reference}`, type: 'fee', fee_type: 'REJECT_FEE', amount: rejectFee },
    ]
  })

/** Returns the refunds of a transaction that were not returned, including those that have not arrived yet. */
export const refundsOf = (books: HarshBooks, { reference }: Transaction): readonly Transaction[] =>
  books.all().filter((one) => one.type === 'refund' && one.parent === reference && one.returned !== true)

/** Whether all of it was refunded. */
export const isPaidBack = (books: HarshBooks, paid: Transaction): boolean =>
  paid.captured !== null &&
  refundsOf(books, paid).reduce((total, { amount }) => total + amount, 0) >= paid.captured

export function refund(
  books: HarshBooks,
  paid: Transaction,
  order: { readonly order_id: string; readonly amount: Cents },
  arrivesAt: number,
): Transaction {
  const sequence = books.nextSequence()
  const made: Transaction = {
    ...paid,
    reference: retrievalReferenceOf(sequence, arrivesAt),
    sequence,
    order_id: order.order_id,
    type: 'refund',
    parent: paid.reference,
    amount: order.amount,
    approved: order.amount,
    arrives_at: arrivesAt,
    captured: order.amount,
    captured_at: arrivesAt,
    rejected: false,
  }
  books.save(made)
  return made
}
