import { describe, expect, onTestFinished, test } from 'vitest'
import { createTexts } from '../../../../src-service/store/json.ts'
import { keepRows } from '../../../../src-service/store/keep-rows.ts'
import { firstRow, insertOf, nextRow, updateOf } from '../../../../src-service/store/row-writes.ts'
import { createSqliteStore } from '../../../../src-service/store/sqlite/sqlite-store.ts'
import type { Kind, Row, Store, Wanted } from '../../../../src-service/store/store.ts'

interface Session {
  readonly hsn: string
  readonly key_hash: string
}

/** A store that counts its reads, and the store that keeps rows on top of it. */
function opened(changes: Partial<Store> = {}, as: 'read' | 'written' = 'read') {
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
  return { store, kept: keepRows(counted, { terminal_session: { most: 2, as } }), reads: () => reads }
}

const session = (key_hash: string): Row<Session> => firstRow('acct_1', 'T-1', { hsn: 'T-1', key_hash }, 1_000)
const written = (key_hash: string) => (row: Row<Session>) =>
  updateOf('terminal_session', nextRow(row, { hsn: 'T-1', key_hash }, 2_000))
const terminal = { id: 'T-1', hsn: 'T-1', merchant_id: 'm' }
const read = (store: Store, account = 'acct_1') => store.get<Session>('terminal_session', account, 'T-1')
const insert = (store: Store, row: Row) => store.commit({ writes: [insertOf('terminal_session', row)] })

describe('a store that keeps rows', () => {
  test('reads a row once, by its account or by its id alone, until it changes', async () => {
    const { kept, reads } = opened()
    expect(await read(kept)).toBeNull()
    await insert(kept, session('a'))
    const first = await read(kept)
    expect(reads()).toBe(2)
    expect([(await read(kept))?.document.key_hash, first?.document.key_hash]).toEqual(['a', 'a'])
    expect((await kept.find<Session>('terminal_session', 'T-1'))?.document.key_hash).toBe('a')
    expect(reads()).toBe(2)
    if (first === null) throw new Error('no session')
    await kept.commit({ writes: [written('b')(first)], textOf: createTexts() })
    expect((await kept.find<Session>('terminal_session', 'T-1'))?.document.key_hash).toBe('b')
    expect(reads()).toBe(3)
    await kept.commit({
      writes: [{ op: 'delete', kind: 'terminal_session', account_id: 'acct_1', id: 'T-1' }],
    })
    expect([await read(kept), await kept.find('terminal_session', 'T-1')]).toEqual([null, null])
  })

  test('does not read a row that it has written, unless the row is large, or newer writes have displaced it', async () => {
    const { store, kept, reads } = opened({}, 'written')
    const textOf = createTexts()
    const write = (id: string, key_hash = id) =>
      kept.commit({
        writes: [insertOf('terminal_session', firstRow('acct_1', id, { hsn: id, key_hash }, 1_000))],
        textOf,
      })
    const get = (id: string) => kept.get<Session>('terminal_session', 'acct_1', id)
    await write('T-1')
    const first = await get('T-1')
    expect(first).toEqual(await read(store))
    if (first === null) throw new Error('no session')
    await kept.commit({ writes: [written('b')(first)], textOf })
    expect(await get('T-1')).toEqual(await read(store))
    await write('T-2')
    await write('large', 'x'.repeat(20_000))
    expect([(await get('T-1'))?.document.key_hash, (await get('T-2'))?.id, reads()]).toEqual(['b', 'T-2', 0])
    expect([(await get('large'))?.id, reads()]).toEqual(['large', 1])
    await write('T-3')
    expect([(await get('T-3'))?.id, (await get('T-2'))?.id, reads()]).toEqual(['T-3', 'T-2', 1])
    expect([(await get('T-1'))?.document.key_hash, reads()]).toEqual(['b', 2])
  })

  test('remembers no row while a commit that changes it is under way, whatever its outcome', async () => {
    const { store, kept } = opened({}, 'written')
    const textOf = createTexts()
    await kept.commit({ writes: [insertOf('terminal_session', session('a'))], textOf })
    const row = await read(kept)
    if (row === null) throw new Error('no session')
    const known = () =>
      kept.remembered<Session>('terminal_session', 'acct_1', 'T-1')?.document.key_hash ?? null
    expect(known()).toBe('a')
    const both = ['b', 'c'].map((key) => kept.commit({ writes: [written(key)(row)], textOf }))
    const before = [known(), (await read(kept))?.document.key_hash, known()]
    expect(before).toEqual([null, 'a', null])
    expect((await Promise.all(both)).map(({ ok }) => ok)).toEqual([true, false])
    expect([known(), (await read(kept))?.document.key_hash]).toEqual([null, 'b'])
    expect(await read(kept)).toEqual(await read(store))
  })

  test('reads of several wanted rows only those that it does not know, by the values of those that it does', async () => {
    const { store, kept: plain } = opened()
    const asked: (readonly Wanted[])[] = []
    const kept = keepRows(
      {
        ...store,
        together: ((wanted: readonly Wanted[]) => {
          asked.push(wanted)
          return store.together(wanted as never)
        }) as Store['together'],
      },
      { terminal_session: { most: 2, as: 'read' } },
    )
    await insert(plain, session('a'))
    await plain.commit({ writes: [insertOf('terminal', firstRow('acct_1', 'T-1', terminal, 1_000))] })
    const both = [
      { kind: 'terminal_session', accountId: 'acct_1', is: 'T-1' },
      { kind: 'terminal', accountId: 'acct_1', is: { of: 0, column: 'hsn' } },
      { kind: 'terminal', is: { of: 1, column: 'hsn' } },
    ] as const
    const unknown = await kept.together(both)
    await kept.get('terminal_session', 'acct_1', 'T-1')
    expect(await kept.together(both)).toEqual(unknown)
    expect(unknown.map((row) => row?.id)).toEqual(['T-1', 'T-1', 'T-1'])
    expect(asked).toEqual([
      both,
      [
        { kind: 'terminal', accountId: 'acct_1', is: 'T-1' },
        { kind: 'terminal', is: { of: 0, column: 'hsn' } },
      ],
    ])
    await kept.together([both[0]])
    expect(asked).toHaveLength(2)
  })

  test('never returns a row to another account', async () => {
    const { kept } = opened()
    await insert(kept, session('a'))
    expect((await read(kept))?.document.key_hash).toBe('a')
    expect(await read(kept, 'acct_2')).toBeNull()
  })

  test('does not keep a row that was read during its change, nor after a change without an answer', async () => {
    const { store, kept: plain } = opened()
    await insert(plain, session('a'))
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

  test('does not keep a row that was read before a change, however late the read ends', async () => {
    const { store, kept: plain } = opened()
    await insert(plain, session('a'))
    let end = () => {}
    const held = new Promise<void>((resolve) => {
      end = resolve
    })
    const { kept } = opened({
      async get<Document>(kind: Kind, accountId: string, id: string) {
        const row = await store.get<Document>(kind, accountId, id)
        await held
        return row
      },
      commit: store.commit,
    })
    const row = await read(store)
    if (row === null) throw new Error('no session')
    const change = kept.commit({ writes: [written('b')(row)] })
    const late = read(kept)
    await change
    end()
    expect((await late)?.document.key_hash).toBe('a')
    expect((await read(kept))?.document.key_hash).toBe('b')
  })

  test('keeps nothing for a shared store, nor for kinds that were not listed', async () => {
    for (const as of ['read', 'written'] as const) {
      const { kept, reads } = opened({ shared: true }, as)
      await kept.find('terminal_session', 'T-1')
      await kept.find('terminal_session', 'T-1')
      expect([as, reads()]).toEqual([as, 2])
    }
    const { kept, reads } = opened()
    await kept.find('terminal', 'T-1')
    await kept.find('terminal', 'T-1')
    expect(reads()).toBe(2)
  })

  test('remembers what it has written to a shared store, but reads the current row', async () => {
    const { store } = opened()
    const kept = keepRows({ ...store, shared: true }, { terminal_session: { most: 2, as: 'written' } })
    const remembered = () => kept.remembered<Session>('terminal_session', 'acct_1', 'T-1')
    const textOf = createTexts()
    const row = session('a')
    await kept.commit({ writes: [insertOf('terminal_session', row)], textOf })
    expect(remembered()).toEqual(await read(store))
    expect(kept.remembered('terminal_session', 'acct_2', 'T-1')).toBeNull()
    await store.commit({ writes: [written('b')(row)], textOf })
    expect([remembered()?.document.key_hash, (await read(kept))?.document.key_hash]).toEqual(['a', 'b'])
    const [together] = await kept.together<[Session]>([
      { kind: 'terminal_session', accountId: 'acct_1', is: 'T-1' },
    ])
    expect(together?.document.key_hash).toBe('b')
    expect((await kept.commit({ writes: [written('c')(row)], textOf })).ok).toBe(false)
    expect(remembered()).toBeNull()
  })

  test('forgets everything after a commit of unknown outcome, since another database may answer from then on', async () => {
    const { store } = opened()
    let fails = false
    const commit: Store['commit'] = (set) => (fails ? Promise.reject(new Error('lost')) : store.commit(set))
    const kept = keepRows(
      { ...store, commit, shared: true },
      { terminal_session: { most: 2, as: 'written' } },
    )
    const textOf = createTexts()
    await kept.commit({ writes: [insertOf('terminal_session', session('a'))], textOf })
    expect(kept.remembered('terminal_session', 'acct_1', 'T-1')).not.toBeNull()
    fails = true
    const other = firstRow('acct_1', 'T-2', { hsn: 'T-2', key_hash: 'b' }, 1_000)
    await expect(insert(kept, other)).rejects.toThrow('lost')
    expect(kept.remembered('terminal_session', 'acct_1', 'T-1')).toBeNull()
  })

  test('does not remember what it has only read from a shared store', async () => {
    const { store } = opened()
    const kept = keepRows({ ...store, shared: true }, { terminal_session: { most: 2, as: 'read' } })
    await kept.commit({ writes: [insertOf('terminal_session', session('a'))], textOf: createTexts() })
    await read(kept)
    expect(kept.remembered('terminal_session', 'acct_1', 'T-1')).toBeNull()
  })
})
