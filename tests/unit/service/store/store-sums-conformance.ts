import { describe, expect, test } from 'vitest'
import type { Store } from '../../../../src-service/store/store.ts'
import { insert, row } from './store-samples.ts'

/** Sums in every engine; `store` is the one under test, opened anew for each test. */
export function describeSums(store: () => Store): void {
  describe('sums', () => {
    const line = (amount: number, changes: object = {}) => ({
      ...{ contractor_id: 'ctrct_1', amount, currency: 'USD', settlement_status: 'settled' },
      ...{ settlement_id: 'se_1', ...changes },
    })
    const sums = (...where: Parameters<Store['sums']>[1]['where']) =>
      store().sums('transaction', { of: 'amount', by: 'currency', where })
    const ofContractor = { column: 'contractor_id', is: '=', value: 'ctrct_1' } as const

    test('the store adds up positive and negative values by group, exactly', async () => {
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

    test('the store refuses to add up a column that it does not have', async () => {
      const asked = { of: 'amount; --', by: 'currency', where: [ofContractor] } as const
      await expect(store().sums('transaction', asked)).rejects.toThrow('no column')
    })

    const due = { column: 'due_at', is: '<=', value: 30 } as const

    test('the store returns the values with a low enough number, lowest first, and lists their rows in that order', async () => {
      const waits = (endpoint_id: string, due_at: number | null) => ({
        ...{ endpoint_id, due_at, event_id: 'evt_1', status: due_at === null ? 'delivered' : 'pending' },
      })
      const deliveries = [
        ...[waits('we_3', 7), waits('we_1', 30), waits('we_1', 10), waits('we_1', null)],
        ...[waits('we_2', 31), waits('we_4', null), waits('we_1', 5), waits('we_5', 30)],
      ]
      const writes = deliveries.map((one, index) =>
        insert('webhook_delivery', row(one, { id: `evt_1.${index}`, created_at: 100 - index })),
      )
      expect((await store().commit({ writes })).ok).toBe(true)
      const upTo = { by: 'endpoint_id', of: 'due_at', upTo: 30 }
      expect(await store().valuesUpTo('webhook_delivery', upTo)).toEqual(['we_1', 'we_3', 'we_5'])
      expect(await store().valuesUpTo('webhook_delivery', { ...upTo, upTo: 4 })).toEqual([])
      const where = [{ column: 'endpoint_id', is: '=', value: 'we_1' } as const, due]
      const listed = await store().list('webhook_delivery', { where, leastOf: 'due_at', limit: 2 })
      expect(listed.map(({ id }) => id)).toEqual(['evt_1.6', 'evt_1.2'])
      const other = { ...upTo, by: 'endpoint_id; --' }
      await expect(store().valuesUpTo('webhook_delivery', other)).rejects.toThrow('no column')
    })
  })
}
