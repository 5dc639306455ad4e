import type { PaymentSummary, SaleFacts, SaleIn } from '../sale/sale.ts'

/** What was only held when this counter saw it last. */
export const isCapturedSince = (before: PaymentSummary, found: PaymentSummary): boolean =>
  before.status === 'uncaptured' && found.status === 'captured'

/** Another counter, or a page of the portal, has taken of a card what nobody asked for here: a person decides. */
export const capturedElsewhere = (sale: SaleFacts, payment: PaymentSummary): SaleIn<'deciding'> => ({
  kind: 'deciding',
  sale,
  payment,
  because: 'captured_elsewhere',
  sign: false,
})
