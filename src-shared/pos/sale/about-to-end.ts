import type { Snapshot } from '../snapshot.ts'

/**
 * The terminal has shown how the payment ended, and main is about to know it. What that changes on the screen would take the
 * frame in which the end itself can be shown.
 */
export const isAboutToEnd = ({ sale }: Pick<Snapshot, 'sale'>): boolean =>
  sale.kind === 'authorizing' &&
  sale.payment === null &&
  (sale.step === 'approved' || sale.step === 'declined')
