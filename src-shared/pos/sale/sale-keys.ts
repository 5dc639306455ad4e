import type { SaleFacts } from './sale.ts'

/**
 * Idempotency keys (section 8). Each one is derived from the sale's id and the step, so that a request sent again after
 * a lost answer or a crash is the same request to the service.
 */
export const saleKeys = {
  create: (sale: SaleFacts) => `${sale.id}-create`,
  tip: (sale: SaleFacts) => `${sale.id}-tip-${sale.tip}`,
  /** Differs by attempt: the surcharge of an earlier attempt may have been removed since. */
  surcharge: (sale: SaleFacts) => `${sale.id}-surcharge-${sale.attempt}-${sale.surcharge}`,
  authorize: (sale: SaleFacts) => `${sale.id}-authorize-${sale.attempt}`,
  /**
   * Differs after each look-up that found the payment standing, and each time that a person requests the void: the
   * earlier answer is outdated.
   */
  void: (sale: SaleFacts, tries: number) => `${sale.id}-void-${sale.voids}-${tries}`,
  /** For the rest, after the void was refused because a part had gone back. */
  voidRest: (sale: SaleFacts, tries: number) => `${saleKeys.void(sale, tries)}-rest`,
  /** Differs after each look-up that found it uncaptured, and each time that a person retries. */
  capture: (sale: SaleFacts, tries: number) => `${sale.id}-capture-${sale.attempt}-${tries}`,
  /** Differs each time, as with a void. */
  abandon: (saleId: string, tries: number) => `${saleId}-abandon-${tries}`,
  abandonRefund: (saleId: string) => `${saleId}-abandon-refund`,
} as const
