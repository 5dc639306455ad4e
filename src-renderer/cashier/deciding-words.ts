import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import type { SaleIn } from '../../src-shared/pos/sale/sale.ts'

/** Of a payment that was taken and is given back, what matters is that it is not yet. */
export const decidingBecause = ({ because }: SaleIn<'deciding'>, bill: Bill | null) =>
  bill?.status === 'undoing' ? 'void_refused' : because

/** Why a person has to decide about a payment: its title and its text (deciding.*). */
export const decidingWords = {
  approved_after_cancel: 'approvedAfterCancel',
  partial: 'partial',
  part_returned: 'partReturned',
  too_much: 'tooMuch',
  // At the counter nothing is parked; beside it the list has words of its own.
  parked: 'approvedAfterCancel',
  void_refused: 'voidRefused',
  captured_elsewhere: 'capturedElsewhere',
} as const satisfies Readonly<Record<SaleIn<'deciding'>['because'], string>>
