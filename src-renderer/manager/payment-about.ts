import type { FoundPayment } from '../../src-shared/pos/manager.ts'

/** References that this program made for itself: nobody has ever read one. */
const isOwnId = (reference: string): boolean => /^[a-z]+_[0-9a-z]{26}$/.test(reference)

/** What people know a payment by: the number on its receipt, the reference somebody gave it, the note. */
export function paymentAbout(
  payment: Pick<FoundPayment, 'receipt' | 'reference' | 'note'>,
): readonly string[] {
  const { receipt = '', reference, note } = payment
  const shown = reference === null || isOwnId(reference) ? '' : reference
  return [receipt, shown, note ?? ''].filter((text) => text !== '')
}
