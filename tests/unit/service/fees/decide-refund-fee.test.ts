import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideRefundFee, type RefundableFee } from '../../../../src-service/fees/decide-refund-fee.ts'
import { newFee } from '../../../../src-service/fees/documents.ts'
import { type Fee, feeSchema } from '../../../../src-shared/api/schemas/fee.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'

const now = Date.parse('2026-01-31T12:00:00Z')
const context = { now, verified: now, dated: (ms: number) => ms, newId: createIdSource(() => now) }
const created_at = '2026-01-30T12:00:00.000Z'

const feeOf = (amount: number, changes: Partial<Fee> = {}): RefundableFee => ({
  refunds: 0,
  fee: {
    account_id: 'acct_1',
    id: 'fee_1',
    version: 1,
    created_at: 1,
    updated_at: 1,
    document: {
      ...newFee(
        {
          id: 'fee_1',
          created_at,
          currency: 'CAD',
          fee_type: 'EQUIPMENT',
          amount,
          from_owner_id: 'acct_1',
          from_owner_type: 'account',
          to_owner_id: 'ptn_1',
          to_owner_type: 'partner',
          source_type: 'adjustment',
          source_account_id: 'acct_1',
        },
        {},
      ),
      ...changes,
    },
  },
})

const refund = (state: RefundableFee, amount: number) =>
  decideRefundFee(state, { amount, description: 'Returned' }, context)

/** The state after the decision, or the state before if the decision refused. */
function refunded(state: RefundableFee, amount: number): RefundableFee {
  const decided = refund(state, amount)
  if (!decided.ok) return state
  const update = decided.value.writes.find((write) => write.op === 'update')
  if (update?.op !== 'update') throw new Error('the fee was not updated')
  return { refunds: state.refunds + 1, fee: update.row as RefundableFee['fee'] }
}

/** Sections 4.2 and 8. */
describe('a refund of an ad hoc fee', () => {
  test('a refund of an ad hoc fee is a fee with the opposite sign, with the original fee as its source', () => {
    const decided = refund(feeOf(1000), 300)
    expect(decided).toMatchObject({
      ok: true,
      value: {
        reply: {
          amount: 300,
          currency: 'CAD',
          fee_type: 'EQUIPMENT',
          is_refund: true,
          source_id: 'fee_1',
          source_type: 'fee',
          from_owner_id: 'ptn_1',
          from_owner_type: 'partner',
          to_owner_id: 'acct_1',
          to_owner_type: 'account',
          description: 'Returned',
          settlement_status: 'unsettled',
        },
      },
    })
    if (decided.ok) expect(() => feeSchema.parse(decided.value.reply)).not.toThrow()
  })

  test('a refund of an ad hoc fee may be repeated ten times, but not eleven', () => {
    let state = feeOf(1000)
    for (let count = 0; count < 10; count += 1) state = refunded(state, 1)
    expect(state.fee.document.amount_refunded).toBe(10)
    expect(refund(state, 1)).toMatchObject({ ok: false, error: { code: 'fee_refund_limit', param: 'id' } })
  })

  test('a refund of an ad hoc fee above what is left of the fee is refused, and the message names that amount', () => {
    const state = refunded(feeOf(1000), 999)
    const error = { code: 'fee_refund_limit', param: 'amount' }
    expect(refund(state, 2)).toMatchObject({ ok: false, error })
    expect(refund(state, 1).ok).toBe(true)
  })

  test('a refund of an ad hoc fee is at least one cent', () => {
    expect(refund(feeOf(1000), 0)).toMatchObject({ ok: false, error: { code: 'parameter_invalid' } })
  })

  test.each([
    ['a processing fee', { source_type: 'payment', source_id: 'pmt_1' }],
    ['a refund', { source_type: 'fee', source_id: 'fee_0', is_refund: true }],
  ])('a refund is refused for %s', (_, changes) => {
    expect(refund(feeOf(1000, changes), 1)).toMatchObject({ ok: false, error: { code: 'state_conflict' } })
  })

  test('the sums of an ad hoc fee and its refunds are right for any amounts in any order', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 2000 }), { maxLength: 30 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), amounts, (amount, asked) => {
        let expected = { refunded: 0, refunds: 0 }
        let state = feeOf(amount)
        for (const one of asked) {
          const fits = one > 0 && expected.refunds < 10 && expected.refunded + one <= amount
          if (fits) expected = { refunded: expected.refunded + one, refunds: expected.refunds + 1 }
          expect(refund(state, one).ok).toBe(fits)
          state = refunded(state, one)
        }
        expect(state.fee.document.amount_refunded).toBe(expected.refunded)
      }),
    )
  })
})
