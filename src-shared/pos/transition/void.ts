import type { PaymentSummary, SaleFacts } from '../sale.ts'
import { firstLook, go, type Step } from './step.ts'

/** A person gives the payment back. A void whose outcome is unknown is looked up before it is sent again. */
export const voidPayment = (sale: SaleFacts, payment: PaymentSummary): Step =>
  go(
    { kind: 'voiding', sale, payment, ...firstLook, refused: false },
    { kind: 'void_intent', sale, tries: 0 },
  )
