import type { SaleIn } from '../../src-shared/pos/sale.ts'

/** Why a person has to decide about a payment: its title and its text (deciding.*). */
export const decidingWords = {
  approved_after_cancel: 'approvedAfterCancel',
  partial: 'partial',
  // At the counter nothing is parked; beside it the list has words of its own.
  parked: 'approvedAfterCancel',
  void_refused: 'voidRefused',
} as const satisfies Readonly<Record<SaleIn<'deciding'>['because'], string>>
