import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import type { SaleIn } from '../../src-shared/pos/sale/sale.ts'

/** While a bill is being undone, the important fact is that this payment has not been given back yet. */
export const decidingBecause = ({ because }: SaleIn<'deciding'>, bill: Bill | null) =>
  bill?.status === 'undoing' ? 'void_refused' : because

/** Why a person has to decide about a payment: its title and its text (deciding.*). */
export const decidingWords = {
  approved_after_cancel: 'approvedAfterCancel',
  partial: 'partial',
  part_returned: 'partReturned',
  too_much: 'tooMuch',
  // Does not occur at the counter; the list of parked payments has texts of its own.
  parked: 'approvedAfterCancel',
  void_refused: 'voidRefused',
  captured_elsewhere: 'capturedElsewhere',
} as const satisfies Readonly<Record<SaleIn<'deciding'>['because'], string>>
