import type { Payment } from '../api/schemas/payment.ts'
import type { PaymentNote } from '../api/schemas/payment-note.ts'
import type { Refund } from '../api/schemas/refund.ts'

/** The bank's answer about a payment or refund: the money has moved, it has not, or that is not known yet (`open`). */
export type BankAnswer = 'done' | 'not_done' | 'open'

/** A payment that was voided or released later also counts as done: its money was taken or held. */
export function answerAboutPayment({
  status,
  amount_authorized,
}: Pick<Payment, 'status' | 'amount_authorized'>): BankAnswer {
  if (status === 'processing' || status === 'pending') return 'open'
  return amount_authorized > 0 ? 'done' : 'not_done'
}

export function answerAboutRefund({ status, awaits }: Pick<Refund, 'status' | 'awaits'>): BankAnswer {
  if (status === 'failed') return 'not_done'
  return status === 'processing' && awaits === 'processor' ? 'open' : 'done'
}

/** Whether the bank's answer contradicts what a person had seen elsewhere. */
export const isContradicted = (finding: PaymentNote['finding'], answer: BankAnswer): boolean =>
  finding !== null && answer !== 'open' && answer !== finding

/** How long the service keeps asking by itself before a person is needed, in ms. */
const askingMs = 60 * 60_000

/** Whether the outcome has been unknown for so long that a person may enter what a statement shows. @param now ms */
export const needsFinding = (
  {
    answer,
    gateway_response,
    created_at,
  }: Pick<Payment, 'gateway_response' | 'created_at'> & { readonly answer: BankAnswer },
  now: number,
): boolean => answer === 'open' && (isReported(gateway_response) || now - Date.parse(created_at) >= askingMs)

/** Whether the service has stopped asking. */
function isReported({ pending_operation: pending, unresolved_since }: Payment['gateway_response']): boolean {
  if (typeof unresolved_since === 'string') return true
  return typeof pending === 'object' && pending !== null && 'unresolved_since' in pending
}
