import type { Kind, Row, Store } from './store.ts'

/** A row is a few kB in memory. */
const mostKept = 2_000

/**
 * A store that remembers rows of some kinds as they were read last: those that each request asks for, and that seldom change.
 * Only where no other process writes, so that every change passes by here; else the store itself.
 */
export function keepRows(store: Store, kinds: readonly Kind[]): Store {
  if (store.shared) return store
  const kept = new Map<string, Row>()
  /** So many times something that may be kept has changed. */
  let changes = 0
  const read = async <Document>(
    key: string,
    load: () => Promise<Row<Document> | null>,
  ): Promise<Row<Document> | null> => {
    const known = kept.get(key)
    if (known !== undefined) return known as Row<Document>
    const before = changes
    const row = await load()
    if (row === null || changes !== before) return row
    if (kept.size >= mostKept) kept.clear()
    kept.set(key, row)
    return row
  }
  return {
    ...store,
    get: (kind, accountId, id) =>
      kinds.includes(kind)
        ? read(keyOf(kind, id, accountId), () => store.get(kind, accountId, id))
        : store.get(kind, accountId, id),
    find: (kind, id) =>
      kinds.includes(kind) ? read(keyOf(kind, id), () => store.find(kind, id)) : store.find(kind, id),
    async commit(set) {
      const changed = set.writes.filter(({ kind }) => kinds.includes(kind))
      if (changed.length === 0) return store.commit(set)
      try {
        return await store.commit(set)
      } finally {
        // Before anybody learns that it is written, and also where nobody can: what was read meanwhile may be either.
        changes += 1
        for (const write of changed) {
          const { account_id, id } = write.op === 'delete' ? write : write.row
          kept.delete(keyOf(write.kind, id))
          kept.delete(keyOf(write.kind, id, account_id))
        }
      }
    },
  }
}

/** @param accountId omitted: in whichever account it is */
const keyOf = (kind: Kind, id: string, accountId = ''): string => `${kind} ${accountId} ${id}`
