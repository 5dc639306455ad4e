import { describe, expect, onTestFinished, test } from 'vitest'
import { keepRows } from '../../../../src-service/store/keep-rows.ts'
import { firstRow, insertOf, nextRow, updateOf } from '../../../../src-service/store/row-writes.ts'
import { createSqliteStore } from '../../../../src-service/store/sqlite/sqlite-store.ts'
import type { Row, Store } from '../../../../src-service/store/store.ts'

interface Session {
  readonly hsn: string
  readonly key_hash: string
}

/** A store whose reads are counted, and the same as it keeps rows. */
function opened(changes: Partial<Store> = {}) {
  const store = createSqliteStore(':memory:')
  onTestFinished(() => store.close())
  let reads = 0
  const counted: Store = {
    ...store,
    get: (kind, accountId, id) => {
      reads += 1
      return store.get(kind, accountId, id)
    },
    find: (kind, id) => {
      reads += 1
      return store.find(kind, id)
    },
    ...changes,
  }
  return { store, kept: keepRows(counted, ['terminal_session']), reads: () => reads }
}

const session = (key_hash: string): Row<Session> => firstRow('acct_1', 'T-1', { hsn: 'T-1', key_hash }, 1_000)
const read = (store: Store, account = 'acct_1') => store.get<Session>('terminal_session', account, 'T-1')
const insert = (store: Store, row: Row) => store.commit({ writes: [insertOf('terminal_session', row)] })

describe('a store that keeps rows', () => {
  test('reads a row once, by its account and by its id alone, until it changes', async () => {
    const { kept, reads } = opened()
    expect(await read(kept)).toBeNull()
    await insert(kept, session('a'))
    const first = await read(kept)
    expect([first?.document.key_hash, (await read(kept))?.document.key_hash, reads()]).toEqual(['a', 'a', 2])
    await kept.find('terminal_session', 'T-1')
    expect((await kept.find<Session>('terminal_session', 'T-1'))?.document.key_hash).toBe('a')
    expect(reads()).toBe(3)
    if (first === null) throw new Error('no session')
    await kept.commit({
      writes: [updateOf('terminal_session', nextRow(first, { hsn: 'T-1', key_hash: 'b' }, 2_000))],
    })
    expect((await read(kept))?.document.key_hash).toBe('b')
    expect((await kept.find<Session>('terminal_session', 'T-1'))?.document.key_hash).toBe('b')
    await kept.commit({
      writes: [{ op: 'delete', kind: 'terminal_session', account_id: 'acct_1', id: 'T-1' }],
    })
    expect([await read(kept), await kept.find('terminal_session', 'T-1')]).toEqual([null, null])
  })

  test('answers no account the row of another', async () => {
    const { kept } = opened()
    await insert(kept, session('a'))
    expect((await read(kept))?.document.key_hash).toBe('a')
    expect(await read(kept, 'acct_2')).toBeNull()
  })

  test('does not keep what was read while it was being changed, nor after a change that was not answered', async () => {
    const { store, kept: plain } = opened()
    await insert(plain, session('a'))
    const written = (key_hash: string) => (row: Row<Session>) =>
      updateOf('terminal_session', nextRow(row, { hsn: 'T-1', key_hash }, 2_000))
    const { kept } = opened({
      get: store.get,
      async commit(set) {
        await store.commit(set)
        throw new Error('nobody knows')
      },
    })
    const row = await read(kept)
    if (row === null) throw new Error('no session')
    const change = kept.commit({ writes: [written('b')(row)] })
    expect((await read(kept))?.document.key_hash).toBe('a')
    await expect(change).rejects.toThrow('nobody knows')
    expect((await read(kept))?.document.key_hash).toBe('b')
  })

  test('keeps nothing of a store that others write to as well, nor of kinds that were not named', async () => {
    const { store, reads, kept } = opened()
    const shared = { ...store, shared: true }
    expect(keepRows(shared, ['terminal_session'])).toBe(shared)
    await kept.find('terminal', 'T-1')
    await kept.find('terminal', 'T-1')
    expect(reads()).toBe(2)
  })
})
