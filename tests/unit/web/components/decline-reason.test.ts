import { expect, test } from 'vitest'
import { declineReason } from '../../../../src-web/components/decline-reason.ts'

test.each(['not_processed', 'not_sent', 'outcome_unknown_voided', 'resolved_not_charged'])(
  'the reason for a payment that failed with %s does not blame the bank',
  (category) => {
    expect(declineReason(category)).toBe('declined.reason.processing_error')
  },
)

test('a reason that would accuse the payer is replaced by the general one', () => {
  expect(declineReason('stolen_card')).toBe('declined.reason.generic')
})
