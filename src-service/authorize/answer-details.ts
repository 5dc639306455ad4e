import type { Payment, ReceiptData } from '../../src-shared/api/schemas/payment.ts'
import type { Approval, Decline, Funding } from '../processor/decision.ts'
import { issuerAnswered } from './emv-tags.ts'

/** Returns the fields of section 2.3 that the processor reported beside its decision. */
export function answerDetails(payment: Payment, answer: Approval | Decline): Partial<Payment> {
  const { entry_mode, terminal_details, payment_method } = payment
  const issuer = issuerAnswered(payment, answer)
  // Data read by this service's terminal is more reliable than what was reported to the processor.
  const readHere = terminal_details !== null || payment.card_present
  return {
    emv_tag_data: issuer.emv_tag_data,
    terminal_details:
      issuer.terminal_details === null
        ? null
        : {
            ...issuer.terminal_details,
            receipt_data: filledIn(issuer.terminal_details.receipt_data, answer),
          },
    entry_mode: readHere ? entry_mode : (answer.entry_mode ?? entry_mode),
    ...(payment_method?.card == null || answer.funding === 'unknown'
      ? {}
      : {
          payment_method: { ...payment_method, card: { ...payment_method.card, funding: answer.funding } },
        }),
  }
}

/** Fills only fields that the request left empty (section 4.4, receipt_header and so on). */
function filledIn(receipt: ReceiptData, { receipt: stated }: Approval | Decline): ReceiptData {
  const missing = Object.entries(stated ?? {}).filter(
    ([field]) => (receipt[field as keyof ReceiptData] ?? '') === '',
  )
  return { ...receipt, ...Object.fromEntries(missing) }
}

/** Same for gateway_response, for data without a field in section 2.3. */
export const gatewayDetails = (
  { gateway_response }: Payment,
  answer: Approval | Decline,
): Payment['gateway_response'] => ({
  ...(answer.batch_id === null ? {} : { batch_id: answer.batch_id }),
  ...(answer.outcome === 'declined' ? { retryable: answer.retryable } : {}),
  ...(gateway_response.bin === undefined || answer.funding === 'unknown'
    ? {}
    : { bin: withFunding(gateway_response.bin, answer.funding) }),
})

const withFunding = (bin: unknown, funding: Funding) => ({ ...(bin as object), funding })
