import type { Cents } from '../../../src-shared/money.ts'
import type { Clearing, FollowUp, RefundInquiry } from '../follow-up.ts'
import { returnMessageOf } from '../return-codes.ts'
import { type LedgerEntry, paidBackOf, type SandboxLedger } from './ledger.ts'
import { retrievalReferenceOf } from './references.ts'
import { approvedCode } from './response-codes.ts'
import { unknownForEver, unknownForMs } from './test-cards.ts'

/**
 * Captures, voids and refunds by the tables of docs/sandbox.md. The amount decides: that of the capture or refund; for
 * a void, the authorized amount. An unknown outcome was carried out nevertheless, like a lost answer.
 */
const refusedAmount: Cents = 66_600
const unknownAmounts: Readonly<Record<Cents, number>> = { 77700: unknownForMs, 88800: unknownForEver }

/** @param now ms; decides whether the outcome is known yet. */
export function capture(ledger: SandboxLedger, paymentId: string, amount: Cents, now: number): FollowUp {
  const entry = ledger.find(paymentId)
  if (entry?.authorization?.code !== approvedCode) return refuse('there is no approved authorization')
  if (entry.voided) return refuse('the authorization was voided')
  if (entry.captured !== null && entry.captured !== amount) {
    return refuse(`it is already captured, with ${entry.captured} cents`)
  }
  if (amount <= 0 || amount > entry.authorization.amount_authorized) {
    return refuse(`${entry.authorization.amount_authorized} cents are authorized, not ${amount}`)
  }
  if (entry.captured !== null) return answer(entry, 'capture', now)
  if (amount === refusedAmount) return refuse('the authorization can no longer be captured')
  return keep(ledger, { ...entry, captured: amount }, { name: 'capture', amount, now })
}

/** @param now ms */
export function voidPayment(ledger: SandboxLedger, paymentId: string, now: number): FollowUp {
  const entry = ledger.find(paymentId) ?? unseen(paymentId, ledger.nextSequence(), now)
  if (entry.voided) return answer(entry, 'void', now)
  if (entry.returned === true) return refuse('the bank has returned it')
  if (Object.keys(entry.refunds).length > 0) return refuse('a part of it was refunded')
  const amount = entry.authorization?.amount_authorized ?? 0
  if (amount === refusedAmount) return refuse('the payment was already sent to the bank')
  return keep(ledger, { ...entry, voided: true }, { name: 'void', amount, now })
}

/** Creates the entry of a payment that is voided before its authorization arrives. */
const unseen = (payment_id: string, sequence: number, now: number): LedgerEntry => ({
  payment_id,
  sequence,
  decided_at: now,
  authorization: null,
  captured: null,
  voided: false,
  refunds: {},
})

interface RefundRequest {
  readonly paymentId: string
  readonly refundId: string
  readonly amount: Cents
}

/** @param now ms */
export function refund(
  ledger: SandboxLedger,
  { paymentId, refundId, amount }: RefundRequest,
  now: number,
): FollowUp {
  const entry = ledger.find(paymentId)
  if (entry?.authorization?.code !== approvedCode || entry.captured === null || entry.voided) {
    return refuse('nothing is captured')
  }
  const known = entry.refunds[refundId]
  if (known !== undefined && known !== amount)
    return refuse(`the amount of refund ${refundId} was ${known} cents`)
  if (known !== undefined) return answer(entry, refundId, now)
  if (amount === refusedAmount) return refuse("the customer's account is closed")
  const before = paidBackOf(entry)
  if (before + amount > entry.captured)
    return refuse(`only ${entry.captured - before} cents are left to refund`)
  const next = { ...entry, refunds: { ...entry.refunds, [refundId]: amount } }
  return keep(ledger, next, { name: refundId, amount, now })
}

export function returnRefund(ledger: SandboxLedger, paymentId: string, refundId: string): void {
  const entry = ledger.find(paymentId)
  const { refunds_returned = [] } = entry ?? {}
  if (entry?.refunds[refundId] === undefined || refunds_returned.includes(refundId)) return
  ledger.save({ ...entry, refunds_returned: [...refunds_returned, refundId] })
}

interface FollowUpRequest {
  /** `capture`, `void`, or the refund's id. */
  readonly name: string
  readonly amount: Cents
  readonly now: number
}

/** Stores what was done, and until when the outcome remains unknown. */
function keep(ledger: SandboxLedger, entry: LedgerEntry, { name, amount, now }: FollowUpRequest): FollowUp {
  const unknown = unknownAmounts[amount]
  const unknown_until = { ...entry.unknown_until, [name]: Math.min(now + (unknown ?? 0), unknownForEver) }
  const next = unknown === undefined ? entry : { ...entry, unknown_until }
  ledger.save(next)
  return answer(next, name, now)
}

function answer(entry: LedgerEntry, name: string, now: number): FollowUp {
  if (now < (entry.unknown_until?.[name] ?? 0)) return { outcome: 'unknown' }
  const { authorization, sequence, decided_at } = entry
  const retrieval_reference = authorization?.retrieval_reference ?? retrievalReferenceOf(sequence, decided_at)
  return { outcome: 'done', retrieval_reference }
}

export function inquireRefund(
  ledger: SandboxLedger,
  paymentId: string,
  refundId: string,
  now: number,
): RefundInquiry {
  const entry = ledger.find(paymentId)
  if (entry?.refunds[refundId] === undefined || entry.authorization === null) return { outcome: 'not_found' }
  if (now < (entry.unknown_until?.[refundId] ?? 0)) return { outcome: 'unknown' }
  return { outcome: 'done', retrieval_reference: entry.authorization.retrieval_reference }
}

/** Returns the outcome of a debit, which was decided by its account number when it was made. */
export function clear(ledger: SandboxLedger, paymentId: string): Clearing {
  const entry = ledger.find(paymentId)
  const authorization = entry?.authorization
  if (
    entry === null ||
    authorization?.code !== approvedCode ||
    authorization.rail === 'card' ||
    entry.voided
  ) {
    return { outcome: 'unknown' }
  }
  if (authorization.never_clears === true) return { outcome: 'pending' }
  if (authorization.return_code !== null) {
    if (entry.returned !== true) ledger.save({ ...entry, returned: true })
    const { return_code } = authorization
    return { outcome: 'returned', return_code, return_message: returnMessageOf(return_code) }
  }
  if (entry.captured === null) ledger.save({ ...entry, captured: authorization.amount_authorized })
  return { outcome: 'cleared' }
}

const refuse = (reason: string): FollowUp => ({ outcome: 'refused', reason })
