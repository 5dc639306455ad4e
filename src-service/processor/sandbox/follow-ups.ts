import type { Cents } from '../../../src-shared/money.ts'
import type { Clearing, FollowUp } from '../processor.ts'
import type { SandboxLedger } from './ledger.ts'
import { approvedCode, returnMessageOf } from './response-codes.ts'

/** What the sandbox does of a payment after it was charged, by the tables of docs/sandbox.md. */

const refusedRefund: Cents = 66_600
const silentRefund: Cents = 77_700
const silentForMs = 30_000

interface RefundRequest {
  readonly paymentId: string
  readonly refundId: string
  readonly amount: Cents
}

/** @param now ms, by which it is judged whether the outcome is known yet. */
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
  if (known !== undefined && known !== amount) return refuse(`refund ${refundId} was over ${known} cents`)
  const { silent_refunds = {} } = entry
  const silentUntil = silent_refunds[refundId] ?? (amount === silentRefund ? now + silentForMs : 0)
  if (known === undefined) {
    if (amount === refusedRefund) return refuse("the customer's account is closed")
    const before = Object.values(entry.refunds).reduce((total, one) => total + one, 0)
    if (before + amount > entry.captured)
      return refuse(`only ${entry.captured - before} cents are left to refund`)
    ledger.save({
      ...entry,
      refunds: { ...entry.refunds, [refundId]: amount },
      ...(silentUntil === 0 ? {} : { silent_refunds: { ...silent_refunds, [refundId]: silentUntil } }),
    })
  }
  if (now < silentUntil) return { outcome: 'unknown' }
  return { outcome: 'done', retrieval_reference: entry.authorization.retrieval_reference }
}

/** Every debit is decided by the time the settlement asks: by its account number, when it was made. */
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
  if (authorization.return_code !== null) {
    if (entry.returned !== true) ledger.save({ ...entry, returned: true })
    const { return_code } = authorization
    return { outcome: 'returned', return_code, return_message: returnMessageOf(return_code) }
  }
  if (entry.captured === null) ledger.save({ ...entry, captured: authorization.amount_authorized })
  return { outcome: 'cleared' }
}

export const refuse = (reason: string): FollowUp => ({ outcome: 'refused', reason })
