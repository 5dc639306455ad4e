import type { FoundPayment } from '../../src-shared/pos/manager/manager.ts'

/** A generated id of a sale, a payment link or a terminal test (src-shared/ids.ts), which people do not know. */
const isOwnId = (reference: string): boolean => /^(?:sale|link|act)_[0-9a-z]{26}$/.test(reference)

/** Returns what people know a payment by: its receipt number, the given reference, the note. */
export function paymentAbout(
  payment: Pick<FoundPayment, 'receipt' | 'reference' | 'note'>,
): readonly string[] {
  const { receipt, reference, note } = payment
  const given = reference === null || isOwnId(reference) ? null : reference
  return [receipt, given, note].map((text) => text ?? '').filter((text) => text !== '')
}
