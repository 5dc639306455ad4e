import type { SaleFacts } from './sale.ts'

/**
 * Idempotency keys (section 8). Each derives from the sale's id and the step, so that the same request sent again,
 * after a lost answer or a crash, is the same request to the service.
 */
export const saleKeys = {
  create: (sale: SaleFacts) => `${sale.id}-create`,
  tip: (sale: SaleFacts) => `${sale.id}-tip-${sale.tip}`,
  /** Of each attempt another one: what an attempt before has set may have been taken back since. */
  surcharge: (sale: SaleFacts) => `${sale.id}-surcharge-${sale.attempt}-${sale.surcharge}`,
  authorize: (sale: SaleFacts) => `${sale.id}-authorize-${sale.attempt}`,
  /**
   * Another one after a look-up that found the payment standing, and each time that a person asks for it: the answer to
   * the one before is history.
   */
  void: (sale: SaleFacts, tries: number) => `${sale.id}-void-${sale.voids}-${tries}`,
  /** Of what a void was refused for, because a part of it had gone back. */
  voidRest: (sale: SaleFacts, tries: number) => `${saleKeys.void(sale, tries)}-rest`,
  /** Another one for each look-up that found it uncaptured, and for each time that a person tries again. */
  capture: (sale: SaleFacts, tries: number) => `${sale.id}-capture-${sale.attempt}-${tries}`,
  /** Another one each time, as with a void. */
  abandon: (saleId: string, tries: number) => `${saleId}-abandon-${tries}`,
  abandonRefund: (saleId: string) => `${saleId}-abandon-refund`,
} as const
