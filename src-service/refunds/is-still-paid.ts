import type { Payment } from '../../src-shared/api/schemas/payment.ts'

/** Whether the payment is captured and not fully refunded. Then, by our books, the processor has not voided it. */
export const isStillPaid = ({ status, amount_refunded, amount_captured }: Payment): boolean =>
  status === 'captured' && amount_refunded < amount_captured
