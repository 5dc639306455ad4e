import type { Kind, Row, Store, Wanted } from '../../src-service/store/store.ts'

/** A store that lets something happen between two reads of a request, as another request or node would. */
export interface InterleavedStore {
  readonly store: Store
  /** Runs `during` once, when the next read of this kind has its rows and has not returned them yet. */
  afterRead(kind: Kind, during: () => Promise<unknown>): void
}

export function interleaved(inner: Store): InterleavedStore {
  let next: { readonly kind: Kind; readonly during: () => Promise<unknown> } | null = null
  const past = async <Read>(kinds: readonly Kind[], read: Promise<Read>): Promise<Read> => {
    const rows = await read
    if (next === null || !kinds.includes(next.kind)) return rows
    const { during } = next
    next = null
    await during()
    return rows
  }
  const store: Store = {
    ...inner,
    get: <Document>(kind: Kind, accountId: string, id: string): Promise<Row<Document> | null> =>
      past([kind], inner.get<Document>(kind, accountId, id)),
    find: <Document>(kind: Kind, id: string): Promise<Row<Document> | null> =>
      past([kind], inner.find<Document>(kind, id)),
    list: (kind, query) => past([kind], inner.list(kind, query)),
    together: ((wanted: readonly Wanted[]) =>
      past(
        wanted.map(({ kind }) => kind),
        inner.together(wanted as never),
      )) as Store['together'],
  }
  return {
    store,
    afterRead(kind, during) {
      next = { kind, during }
    },
  }
}
