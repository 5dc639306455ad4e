import { describe, expect, test } from 'vitest'
import type { Store, WriteSet } from '../../../../src-service/store/store.ts'
import { claimOf, insert, intentDocument, row, saveOf, start } from './store-samples.ts'

/** The idempotency behaviour of every engine; `store` is the one under test, opened anew for each test. */
export function describeIdempotencyRecords(store: () => Store): void {
  const commit = async (set: WriteSet) => {
    const outcome = await store().commit(set)
    if (!outcome.ok) throw new Error(`the commit failed: ${JSON.stringify(outcome.error)}`)
  }

  describe('idempotency records', () => {
    const hour = 3_600_000
    test('one of many concurrent requests saves its answer under the key, and the others get it', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          store().commit({
            writes: [insert('payment_intent', row(intentDocument()))],
            idempotency: saveOf(claimOf(), `{"run":${index}}`),
          }),
        ),
      )
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
      expect(await store().list('payment_intent', { limit: 50 })).toHaveLength(1)
      for (const outcome of outcomes) {
        if (outcome.ok) continue
        expect(outcome.error).toMatchObject({
          kind: 'idempotency_taken',
          record: { answer: { body: '{"run":0}' } },
        })
      }
    })

    test('when a repeat conflicts with both the key and a row, the conflict names the key', async () => {
      const inserted = row(intentDocument())
      const set = { writes: [insert('payment_intent', inserted)], idempotency: saveOf(claimOf()) }
      await commit(set)
      expect(await store().commit(set)).toMatchObject({ ok: false, error: { kind: 'idempotency_taken' } })
    })

    test('idempotency records are created by a claim, and completed by the save of the same request', async () => {
      await commit({ writes: [], idempotency: { op: 'claim', claim: claimOf() } })
      const again = await store().commit({ writes: [], idempotency: { op: 'claim', claim: claimOf() } })
      expect(again).toMatchObject({ error: { kind: 'idempotency_taken', record: { answer: null } } })
      await commit({ writes: [], idempotency: saveOf(claimOf()) })
      expect((await store().idempotencyRecord(claimOf().scope))?.answer?.status).toBe(200)
    })

    test('idempotency records are bound by the claim that creates them, and only one of several simultaneous claims wins', async () => {
      const begin = (id: string) =>
        store().commit({
          writes: [insert('payment_intent', row(intentDocument()))],
          idempotency: { op: 'claim', claim: claimOf(), bound: id },
        })
      const outcomes = await Promise.all([begin('one'), begin('two')])
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await store().list('payment_intent', { limit: 50 })).toHaveLength(1)
      const record = await store().idempotencyRecord(claimOf().scope)
      expect(record).toMatchObject({ answer: null, bound: outcomes[0]?.ok ? 'one' : 'two' })
      expect(await begin('three')).toMatchObject({ error: { kind: 'idempotency_taken', record } })
      await commit({ writes: [], idempotency: saveOf(claimOf()) })
      expect((await store().idempotencyRecord(claimOf().scope))?.answer?.status).toBe(200)
    })

    test('idempotency records are not completed by another body', async () => {
      await commit({ writes: [], idempotency: { op: 'claim', claim: claimOf() } })
      const other = saveOf(claimOf({ fingerprint: 'body two' }))
      expect((await store().commit({ writes: [], idempotency: other })).ok).toBe(false)
    })

    test('idempotency records are free again after a release, which does not remove a saved answer', async () => {
      const release = { op: 'release', scope: claimOf().scope } as const
      await commit({ writes: [], idempotency: { op: 'claim', claim: claimOf() } })
      await commit({ writes: [], idempotency: release })
      await commit({ writes: [], idempotency: saveOf(claimOf()) })
      await commit({ writes: [], idempotency: release })
      expect(await store().idempotencyRecord(claimOf().scope)).not.toBeNull()
    })

    test('idempotency keys are kept for an hour, and are free again afterwards', async () => {
      await commit({ writes: [], idempotency: saveOf(claimOf()) })
      const early = saveOf(claimOf({ created_at: start + hour - 1 }))
      expect((await store().commit({ writes: [], idempotency: early })).ok).toBe(false)
      await commit({ writes: [], idempotency: saveOf(claimOf({ created_at: start + hour })) })
    })

    test('old idempotency records are purged, together with the claims of a process that died', async () => {
      await commit({ writes: [], idempotency: saveOf(claimOf({ scope: 'old' })) })
      await commit({ writes: [], idempotency: saveOf(claimOf({ scope: 'new', created_at: start + 2 })) })
      const claim = claimOf({ scope: 'claim', created_at: start + 2 })
      await commit({ writes: [], idempotency: { op: 'claim', claim } })
      const answersBefore = start + 1
      expect(await store().purgeIdempotency({ answersBefore, claimsBefore: start + 2 })).toBe(1)
      expect(await store().idempotencyRecord('claim')).not.toBeNull()
      expect(await store().purgeIdempotency({ answersBefore, claimsBefore: start + 3 })).toBe(1)
      expect(await store().idempotencyRecord('claim')).toBeNull()
      expect(await store().idempotencyRecord('new')).not.toBeNull()
    })

    test('keeping keys moves the time of those taken after a moment to a later time, but not of earlier ones', async () => {
      const keys = [-1, 0, 1, 9].map((at) => saveOf(claimOf({ scope: `at ${at}`, created_at: start + at })))
      for (const idempotency of keys) await commit({ writes: [], idempotency })
      await store().keepIdempotency({ since: start, createdAt: start + 5 })
      const created = await Promise.all(
        [-1, 0, 1, 9].map(async (at) => (await store().idempotencyRecord(`at ${at}`))?.created_at),
      )
      expect(created).toEqual([start - 1, start, start + 5, start + 9])
    })
  })
}
