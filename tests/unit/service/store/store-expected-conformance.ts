import { describe, expect, test } from 'vitest'
import { nextRow, updateOf } from '../../../../src-service/store/row-writes.ts'
import type { Expected, Row, Store, WriteSet } from '../../../../src-service/store/store.ts'
import { account, claimOf, insert, intentDocument, row, saveOf, start } from './store-samples.ts'

/** Sets that are written only while other rows have a version; `store` is the one under test, opened for each test. */
export function describeExpected(store: () => Store): void {
  const written = async (set: WriteSet) => (await store().commit(set)).ok
  const inserted = async (): Promise<Row> => {
    const made = row(intentDocument())
    expect(await written({ writes: [insert('payment_intent', made)] })).toBe(true)
    return made
  }
  const at = ({ account_id, id }: Row, version: number): Expected => ({
    ...{ kind: 'payment_intent', account_id, id, version },
  })
  const change = (changed: Row) => updateOf('payment_intent', nextRow(changed, intentDocument(), start))
  const versionOf = async ({ id }: Row) => (await store().get('payment_intent', account, id))?.version

  describe('expected rows', () => {
    test('a set is written while an expected row has its version, and leaves that row as it is', async () => {
      const [expected, changed] = [await inserted(), await inserted()]
      expect(await written({ writes: [change(changed)], expects: [at(expected, 1)] })).toBe(true)
      expect([await versionOf(expected), await versionOf(changed)]).toEqual([1, 2])
    })

    test.each([
      ['has changed', async (expected: Row) => void (await written({ writes: [change(expected)] }))],
      [
        'is gone',
        async ({ account_id, id }: Row) =>
          void (await written({ writes: [{ op: 'delete', kind: 'payment_intent', account_id, id }] })),
      ],
    ])('nothing of a set is written if an expected row %s', async (_, happens) => {
      const [expected, changed] = [await inserted(), await inserted()]
      await happens(expected)
      const claim = claimOf()
      const set = { writes: [change(changed)], expects: [at(expected, 1)], idempotency: saveOf(claim) }
      expect(await store().commit(set)).toEqual({
        ok: false,
        error: { kind: 'version_conflict', resource: 'payment_intent', id: expected.id },
      })
      expect(await versionOf(changed)).toBe(1)
      expect(await store().idempotencyRecord(claim.scope)).toBeNull()
    })

    test('a set may expect a row that it also changes', async () => {
      const both = await inserted()
      expect(await written({ writes: [change(both)], expects: [at(both, 2)] })).toBe(false)
      expect(await written({ writes: [change(both)], expects: [at(both, 1)] })).toBe(true)
      expect(await versionOf(both)).toBe(2)
    })

    test('many sets at once may expect one row', async () => {
      const expected = await inserted()
      const all = Array.from({ length: 40 }, () => row(intentDocument()))
      const outcomes = await Promise.all(
        all.map((one) => written({ writes: [insert('payment_intent', one)], expects: [at(expected, 1)] })),
      )
      expect(outcomes).toEqual(all.map(() => true))
    })

    test('of two sets at once that expect the row which the other one changes, one is written', async () => {
      for (let round = 0; round < 10; round += 1) {
        const [one, other] = [await inserted(), await inserted()]
        const outcomes = await Promise.all([
          written({ writes: [change(one)], expects: [at(other, 1)] }),
          written({ writes: [change(other)], expects: [at(one, 1)] }),
        ])
        expect([...outcomes].sort()).toEqual([false, true])
      }
    })
  })
}
