import type { Snapshot } from '../snapshot.ts'

/**
 * The terminal has shown the payment's outcome, and main is about to receive it. Redrawing the screen now would cost
 * the frame that can show the outcome.
 */
export const isAboutToEnd = ({ sale }: Pick<Snapshot, 'sale'>): boolean =>
  sale.kind === 'authorizing' &&
  sale.payment === null &&
  (sale.step === 'approved' || sale.step === 'declined')
