import type { PaymentSummary, SaleFacts, SaleIn } from '../sale/sale.ts'

/** Whether a payment that this counter last saw as held has been captured since. */
export const isCapturedSince = (before: PaymentSummary, found: PaymentSummary): boolean =>
  before.status === 'uncaptured' && found.status === 'captured'

/** Another counter or the portal captured an amount that was not requested here: a person decides. */
export const capturedElsewhere = (sale: SaleFacts, payment: PaymentSummary): SaleIn<'deciding'> => ({
  kind: 'deciding',
  sale,
  payment,
  because: 'captured_elsewhere',
  sign: false,
})
