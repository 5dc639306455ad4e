import { expect, test } from 'vitest'
import en from '../../../../src-renderer/i18n/staff.en.json'
import { nextInList, openWord, paymentWords } from '../../../../src-renderer/manager/payment-status.ts'

test('only a payment that waits for somebody or something has a next step', () => {
  const open = paymentWords.filter((word) => openWord(word) !== null)
  expect(open).toEqual(['authorized', 'processing', 'pending', 'declined', 'not_paid', 'failed'])
  // The last one is of a refund, which the list shows as well.
  expect(Object.keys(en.status.next).toSorted()).toEqual([...open, 'refund_unknown'].toSorted())
})

test('the list shows the next step when somebody can act on a payment now', () => {
  expect(paymentWords.filter((word) => nextInList(word) !== null)).toEqual([
    'authorized',
    'processing',
    'declined',
    'not_paid',
  ])
})
