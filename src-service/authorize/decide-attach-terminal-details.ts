import { refuse } from '../../src-shared/api/errors.ts'
import type { ReceiptData, Signature } from '../../src-shared/api/schemas/payment.ts'
import { ok } from '../../src-shared/result.ts'
import { type Attempt, type AttemptReply, changeAttempt } from '../intents/attempt.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'

export interface TerminalDetails {
  /** Omit fields that have not changed. */
  readonly signature?: Signature
  readonly receiptData?: ReceiptData
}

/** Section 2.3: adds what the terminal reported after the approval. Does not affect whether money moved. */
export function decideAttachTerminalDetails(
  attempt: Attempt,
  details: TerminalDetails,
  { now }: DecisionContext,
): DecisionResult<AttemptReply> {
  const terminal = attempt.payment.document.terminal_details
  if (terminal === null) {
    return refuse('state_conflict', `Payment ${attempt.payment.id} was not made at a terminal.`, {
      param: 'payment_id',
    })
  }
  const { signature = terminal.signature, receiptData: receipt_data = terminal.receipt_data } = details
  return ok(
    changeAttempt(
      attempt,
      { payment: { signature, terminal_details: { ...terminal, signature, receipt_data } } },
      now,
    ).decided,
  )
}
