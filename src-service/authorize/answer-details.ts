import type { Payment, ReceiptData } from '../../src-shared/api/schemas/payment.ts'
import type { Approval, Decline, Funding } from '../processor/decision.ts'
import { issuerAnswered } from './emv-tags.ts'

/** What the processor stated besides its decision, where section 2.3 has a field for it. */
export function answerDetails(payment: Payment, answer: Approval | Decline): Partial<Payment> {
  const { entry_mode, terminal_details, payment_method } = payment
  const issuer = issuerAnswered(payment, answer)
  // What a terminal of ours read is nearer to the card than what the processor was told of it.
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

/** The request's own words stay (section 4.4, receipt_header and so on). */
function filledIn(receipt: ReceiptData, { receipt: stated }: Approval | Decline): ReceiptData {
  const missing = Object.entries(stated ?? {}).filter(
    ([field]) => (receipt[field as keyof ReceiptData] ?? '') === '',
  )
  return { ...receipt, ...Object.fromEntries(missing) }
}

/** The same for gateway_response, which holds what section 2.3 has no field for. */
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
