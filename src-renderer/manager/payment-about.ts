import type { FoundPayment } from '../../src-shared/pos/manager/manager.ts'

/** A counter made it for its sale, its payment link or its test of a terminal (src-shared/ids.ts): nobody has ever read it. */
const isOwnId = (reference: string): boolean => /^(?:sale|link|act)_[0-9a-z]{26}$/.test(reference)

/** What people know a payment by: the number on its receipt, the reference somebody gave it, the note. */
export function paymentAbout(
  payment: Pick<FoundPayment, 'receipt' | 'reference' | 'note'>,
): readonly string[] {
  const { receipt, reference, note } = payment
  const given = reference === null || isOwnId(reference) ? null : reference
  return [receipt, given, note].map((text) => text ?? '').filter((text) => text !== '')
}
