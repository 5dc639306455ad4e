import { describe, expect, test } from 'vitest'
import type { Store } from '../../../../src-service/store/store.ts'
import { insert, row } from './store-samples.ts'

/** How every engine adds up; `store` is the one under test, opened anew for each test. */
export function describeSums(store: () => Store): void {
  describe('sums', () => {
    const line = (amount: number, changes: object = {}) => ({
      ...{ contractor_id: 'ctrct_1', amount, currency: 'USD', settlement_status: 'settled' },
      ...{ settlement_id: 'se_1', ...changes },
    })
    const sums = (...where: Parameters<Store['sums']>[1]['where']) =>
      store().sums('transaction', { of: 'amount', by: 'currency', where })
    const ofContractor = { column: 'contractor_id', is: '=', value: 'ctrct_1' } as const

    test('the store adds up what is above 0 and what is below, by group and to the cent', async () => {
      const most = Number.MAX_SAFE_INTEGER
      const lines = [
        ...[line(most), line(most - 1), line(-3), line(-4)],
        ...[
          line(5, { currency: 'CAD' }),
          line(7, { settlement_id: 'se_2' }),
          line(9, { contractor_id: 'ctrct_2' }),
        ],
      ]
      const writes = lines.map((one, index) => insert('transaction', row(one, { id: `txn_${index}` })))
      expect((await store().commit({ writes })).ok).toBe(true)
      expect(await sums(ofContractor)).toEqual([
        { group: 'CAD', above: 5n, below: 0n },
        { group: 'USD', above: 2n * BigInt(most) + 6n, below: -7n },
      ])
      expect(await sums(ofContractor, { column: 'settlement_id', is: '=', value: 'se_2' })).toEqual([
        { group: 'USD', above: 7n, below: 0n },
      ])
      expect(await sums({ column: 'contractor_id', is: '=', value: 'ctrct_3' })).toEqual([])
    })

    test('the store adds up no column that it does not have', async () => {
      const asked = { of: 'amount; --', by: 'currency', where: [ofContractor] } as const
      await expect(store().sums('transaction', asked)).rejects.toThrow('no column')
    })
  })
}
