import { describe, expect, test } from 'vitest'
import type { Pending } from '../../../../src-service/store/postgres/commit-batch.ts'
import { createCommitQueue } from '../../../../src-service/store/postgres/commit-queue.ts'
import { mayBegin } from '../../../../src-service/store/postgres/statement-load.ts'
import type { Kind, WriteSet } from '../../../../src-service/store/store.ts'
import { eventually } from '../../../support/eventually.ts'

const setOf = (id: string, kind: Kind = 'payment_method'): WriteSet => ({
  writes: [
    {
      op: 'insert',
      kind,
      row: { account_id: 'a', id, version: 1, created_at: 1, updated_at: 1, document: {} },
    },
  ],
})
const done = { outcome: { ok: true, value: undefined } } as const

/** A database that accepts everything, and completes a statement when the test calls `end`. */
function createSlowDatabase() {
  const statements: { readonly ids: readonly string[]; readonly end: () => void }[] = []
  const idsOf = ({ set }: Pending) =>
    set.writes.map((write) => (write.op === 'delete' ? write.id : write.row.id))
  const commitBatch = (batch: readonly Pending[]) =>
    new Promise<void>((resolve) => {
      statements.push({
        ids: batch.flatMap(idsOf),
        end: () => {
          for (const pending of batch) pending.settle(done)
          resolve()
        },
      })
    })
  const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))
  return { statements, commitBatch, turn }
}

describe('sets that wait for PostgreSQL', () => {
  test('sets are sent at once when no statement is under way, and those of one turn are sent together', async () => {
    const { statements, commitBatch, turn } = createSlowDatabase()
    const queue = createCommitQueue(commitBatch)
    void queue.commit(setOf('one'))
    void queue.commit(setOf('two'))
    await turn()
    expect(statements.map(({ ids }) => ids)).toEqual([['one', 'two']])
  })

  test('sets collect while all lanes are taken, and are then sent together, at most 64 at a time', async () => {
    const { statements, commitBatch, turn } = createSlowDatabase()
    const queue = createCommitQueue(commitBatch, ({ statements }) => statements < 1)
    void queue.commit(setOf('first'))
    await turn()
    const more = Array.from({ length: 100 }, (_, index) => queue.commit(setOf(`more_${index}`)))
    await turn()
    expect(statements).toHaveLength(1)
    for (let index = 0; index < 3; index += 1) {
      statements[index]?.end()
      await turn()
    }
    await Promise.all(more)
    expect(statements.map(({ ids }) => ids.length)).toEqual([1, 64, 36])
  })

  test('up to four statements are under way when few sets wait, and three when many do', async () => {
    const { statements, commitBatch, turn } = createSlowDatabase()
    const queue = createCommitQueue(commitBatch)
    const kinds: readonly Kind[] = ['payment_method', 'vault_entry', 'payment', 'refund', 'fee']
    const few = kinds.map((kind) => queue.commit(setOf(`few_${kind}`, kind)))
    await turn()
    expect(statements).toHaveLength(4)
    const many = Array.from({ length: 40 }, (_, index) =>
      queue.commit(setOf(`many_${index}`, kinds[index % 5])),
    )
    await turn()
    statements[0]?.end()
    await turn()
    // Three of the first statements are still under way.
    expect(statements).toHaveLength(4)
    statements[1]?.end()
    await turn()
    expect(statements).toHaveLength(5)
    for (let ended = 2; ended < statements.length; ended += 1) {
      statements[ended]?.end()
      await turn()
    }
    await Promise.all([...few, ...many])
  })

  test('when many sets wait, a second statement begins once it carries as many sets as the first', () => {
    const many = { statements: 1, carried: 20, unsettled: 40 }
    expect(mayBegin({ ...many, next: 19 })).toBe(false)
    expect(mayBegin({ ...many, next: 20 })).toBe(true)
    const two = { ...many, statements: 2, carried: 40 }
    expect(mayBegin({ ...two, next: 19 })).toBe(false)
    expect(mayBegin({ ...two, next: 20 })).toBe(true)
    expect(mayBegin({ ...two, next: 64, statements: 3 })).toBe(false)
    expect(mayBegin({ ...many, next: 1, statements: 0, carried: 0 })).toBe(true)
    expect(mayBegin({ ...many, next: 1, statements: 3, unsettled: 16 })).toBe(true)
  })

  test('a set that waits for others to join is sent anyway when the statement under way is stuck', async () => {
    const { statements, commitBatch, turn } = createSlowDatabase()
    const queue = createCommitQueue(commitBatch, (load) => mayBegin({ ...load, unsettled: 100 }))
    const all = ['one', 'two'].map((id) => queue.commit(setOf(id)))
    await turn()
    all.push(queue.commit(setOf('three')))
    await eventually(() => expect(statements.map(({ ids }) => ids).slice(1)).toEqual([['three']]))
    for (const { end } of statements) end()
    await Promise.all(all)
  })

  test('sets continue in a further statement when three statements are stuck', async () => {
    const { statements, commitBatch, turn } = createSlowDatabase()
    const queue = createCommitQueue(commitBatch)
    const commit = (name: string) =>
      Array.from({ length: 64 }, (_, index) => queue.commit(setOf(`${name}_${index}`)))
    void commit('one')
    void commit('two')
    void commit('three')
    await turn()
    expect(statements).toHaveLength(3)
    const rest = commit('four')
    await turn()
    expect(statements).toHaveLength(3)
    await eventually(() => expect(statements).toHaveLength(4))
    statements[3]?.end()
    await Promise.all(rest)
    // The number of connections in use stays limited.
    for (const name of ['five', 'six', 'seven']) void commit(name)
    await turn()
    expect(statements.length).toBeLessThanOrEqual(5)
  })

  test('sets share a statement only with sets of the same shape', async () => {
    const { statements, commitBatch, turn } = createSlowDatabase()
    const queue = createCommitQueue(commitBatch)
    void queue.commit(setOf('method_1'))
    void queue.commit(setOf('vault_1', 'vault_entry'))
    void queue.commit(setOf('method_2'))
    await turn()
    expect(statements.map(({ ids }) => ids)).toEqual([['method_1', 'method_2'], ['vault_1']])
  })

  test('sets that touch the same row never share a statement or run at the same time', async () => {
    const { statements, commitBatch, turn } = createSlowDatabase()
    const queue = createCommitQueue(commitBatch)
    const all = ['same', 'other', 'same', 'same'].map((id) => queue.commit(setOf(id)))
    for (let index = 0; index < 3; index += 1) {
      await turn()
      expect(statements).toHaveLength(index + 1)
      statements[index]?.end()
    }
    await Promise.all(all)
    expect(statements.map(({ ids }) => ids)).toEqual([['same', 'other'], ['same'], ['same']])
  })

  test('the store is idle only after all waiting sets are settled', async () => {
    const { statements, commitBatch, turn } = createSlowDatabase()
    const queue = createCommitQueue(commitBatch)
    void queue.commit(setOf('same'))
    void queue.commit(setOf('same'))
    let idle = false
    const waiting = queue.idle().then(() => {
      idle = true
    })
    await turn()
    expect(queue.waiting()).toBe(2)
    statements[0]?.end()
    await turn()
    expect([idle, queue.waiting()]).toEqual([false, 1])
    statements[1]?.end()
    await waiting
    expect(queue.waiting()).toBe(0)
    await queue.idle()
  })
})
