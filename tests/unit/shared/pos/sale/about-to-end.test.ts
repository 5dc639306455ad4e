import { expect, test } from 'vitest'
import { isAboutToEnd } from '../../../../../src-shared/pos/sale/about-to-end.ts'
import type { Snapshot } from '../../../../../src-shared/pos/snapshot.ts'

const paying = (step: string | null, payment: object | null = null) =>
  ({ sale: { kind: 'authorizing', step, payment } }) as unknown as Snapshot

test('only the outcome on the terminal means that the payment is about to end', () => {
  expect(isAboutToEnd(paying('approved'))).toBe(true)
  expect(isAboutToEnd(paying('declined'))).toBe(true)
  for (const step of [null, 'waiting_for_card', 'authorizing', 'remove_card', 'signing']) {
    expect(isAboutToEnd(paying(step))).toBe(false)
  }
})

test('an approval that waits for a signature is shown at once, and so is the end', () => {
  expect(isAboutToEnd(paying('approved', { payment_id: 'pmt_1' }))).toBe(false)
  expect(isAboutToEnd({ sale: { kind: 'approved' } } as unknown as Snapshot)).toBe(false)
})
