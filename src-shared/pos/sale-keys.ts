import type { SaleFacts } from './sale.ts'

/**
 * Idempotency keys (section 8). Each derives from the sale's id and the step, so that the same request sent again,
 * after a lost answer or a crash, is the same request to the service.
 */
export const saleKeys = {
  create: (sale: SaleFacts) => `${sale.id}-create`,
  tip: (sale: SaleFacts) => `${sale.id}-tip-${sale.tip}`,
  authorize: (sale: SaleFacts) => `${sale.id}-authorize-${sale.attempt}`,
  void: (sale: SaleFacts) => `${sale.id}-void`,
  abandon: (saleId: string) => `${saleId}-abandon`,
} as const
