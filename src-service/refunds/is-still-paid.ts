import type { Payment } from '../../src-shared/api/schemas/payment.ts'

/** Captured, and not refunded in full: by our books the processor must not have voided it. */
export const isStillPaid = ({ status, amount_refunded, amount_captured }: Payment): boolean =>
  status === 'captured' && amount_refunded < amount_captured
