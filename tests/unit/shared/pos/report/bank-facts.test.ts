import { expect, test } from 'vitest'
import type { Fee } from '../../../../../src-shared/api/schemas/fee.ts'
import { type Dispute, dueFirst, feesByDay } from '../../../../../src-shared/pos/report/bank-facts.ts'

const clock = { timeZone: 'America/Chicago', dayEndsAt: 4 * 60 }
const fee = (id: string, amount: number, changes: Partial<Fee> = {}): Fee =>
  ({
    ...{ id, amount, fee_type: 'PROCESSING', is_refund: false, source_type: 'payment', source_id: 'pmt_1' },
    ...{ created_at: '2026-11-22T20:00:00.000Z' },
    ...changes,
  }) as Fee

test('the fees of a day are its fees less the refunded ones, without what banks took back', () => {
  const taken = { fee_type: 'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT', fee_sub_type: 'dispute' } as const
  const fees = [fee('fee_1', 300), fee('fee_2', 120, { is_refund: true }), fee('fee_3', 5_000, taken)]
  expect(feesByDay(fees, clock)).toMatchObject([
    {
      day: '2026-11-22',
      total: 180,
      fees: [
        { id: 'fee_1', amount: 300 },
        { id: 'fee_2', amount: -120 },
      ],
    },
  ])
})

test('a fee belongs to the shop’s business day, and the newest day comes first', () => {
  // 2 and 5 in the morning of the 23rd in Chicago, where the business day ends at 4.
  const night = fee('fee_1', 300, { created_at: '2026-11-23T08:00:00.000Z' })
  const morning = fee('fee_2', 200, {
    created_at: '2026-11-23T11:00:00.000Z',
    source_type: 'settlement' as never,
  })
  expect(feesByDay([night, morning], clock)).toMatchObject([
    { day: '2026-11-23', total: 200, fees: [{ payment_id: null }] },
    { day: '2026-11-22', total: 300, fees: [{ payment_id: 'pmt_1' }] },
  ])
})

test('undecided disputes come before decided ones, and those that are due first come first', () => {
  const dispute = (payment_id: string, state: Dispute['state'], respond_by: string | null, created = '1') =>
    ({ payment_id, state, respond_by, created_at: `2026-11-0${created}` }) as Dispute
  const sorted = dueFirst([
    dispute('won', 'won', '2026-11-01'),
    dispute('undated', 'open', null),
    dispute('later', 'open', '2026-12-01'),
    dispute('old', 'inquiry', '2026-11-20', '1'),
    dispute('new', 'inquiry', '2026-11-20', '2'),
  ])
  expect(sorted.map(({ payment_id }) => payment_id)).toEqual(['new', 'old', 'later', 'undated', 'won'])
})
