import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { ReceiptOutcome } from '../../src-shared/receipt/receipt-outcome.ts'

type Reason = Extract<ReceiptOutcome, { kind: 'none' }>['reason']

/** @param of the payment or intent in words, such as `Payment pmt_1` */
export const noReceipt = (of: string, status: string, reason: Reason): ServiceError =>
  serviceError(
    'state_conflict',
    reason === 'outcome_unknown'
      ? `${of} is ${status}: the outcome of the payment is not known yet. Fetch it, and request the receipt when it is captured.`
      : `${of} is ${status} and nothing was paid, so it has no receipt.`,
  )
