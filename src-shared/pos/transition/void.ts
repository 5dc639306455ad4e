import type { PaymentSummary, SaleFacts } from '../sale.ts'
import { firstLook, go, type Step } from './step.ts'

/**
 * A person gives the payment back. A void whose outcome is unknown is looked up before it is sent again.
 * @param signed the customer has signed, or has left
 */
export const voidPayment = (sale: SaleFacts, payment: PaymentSummary, signed: boolean): Step =>
  go(
    { kind: 'voiding', sale, payment, ...firstLook, refused: false, signed },
    { kind: 'void_intent', sale, tries: 0 },
  )
