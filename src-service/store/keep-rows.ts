import { createNewestEntries, type NewestEntries } from '../../src-shared/newest.ts'
import type { Kind, Row, Store, Wanted, Write, WriteSet } from './store.ts'
import { columnValues, tables } from './tables.ts'

interface KeptRows {
  /** Maximum number of rows. */
  readonly most: number
  /**
   * `read`: rows as last read, for those that every request needs and that seldom change. `written`: rows as last
   * written, for the next step of the same sale.
   */
  readonly as: 'read' | 'written'
}
/** The kinds whose rows are cached. */
export type KeptKinds = Partial<Readonly<Record<Kind, KeptRows>>>

/**
 * Maximum length of a cached document, in characters. A sale's document has about 3,000; much larger ones would fill
 * the memory.
 */
const largest = 16_384

/**
 * Wraps a store with a row cache. A row is dropped when a commit that changes it starts, and read from the database
 * until that commit is answered. Reads use the cache only where no other process writes, so that every change passes
 * through here. On a shared store every row is read; rows that were written here serve only decisions whose commit
 * detects changes by another process (docs/decisions/0086).
 */
export function keepRows(store: Store, all: KeptKinds): Store {
  const kinds = store.shared ? writtenOf(all) : all
  /** By id, which is unique per kind. */
  const kept = new Map<Kind, NewestEntries<Row>>()
  for (const kind of Object.keys(kinds) as Kind[]) kept.set(kind, createNewestEntries(kinds[kind]?.most ?? 0))
  /** Number of unanswered commits that change the row with this id. */
  const underWay = new Map<string, number>()
  /** Counts the starts and ends of commits that change cacheable rows. */
  let changes = 0

  const known: Known = <Document>(kind: Kind, accountId: string | undefined, id: string) => {
    const row = kept.get(kind)?.get(id) ?? null
    const isTheirs = row !== null && (accountId === undefined || row.account_id === accountId)
    return isTheirs ? (row as Row<Document>) : null
  }

  const keep = (kind: Kind, row: Row): void => {
    if (!underWay.has(row.id)) kept.get(kind)?.set(row.id, row)
  }

  const read = async <Document>(
    kind: Kind,
    load: () => Promise<Row<Document> | null>,
  ): Promise<Row<Document> | null> => {
    const before = changes
    const row = await load()
    if (row !== null && changes === before && kinds[kind]?.as === 'read') keep(kind, row)
    return row
  }

  const begin = (writes: readonly Write[]): void => {
    changes += 1
    for (const write of writes) {
      const id = idOf(write)
      kept.get(write.kind)?.delete(id)
      underWay.set(id, (underWay.get(id) ?? 0) + 1)
    }
  }

  const settle = (writes: readonly Write[], set: WriteSet, isWritten: boolean): void => {
    changes += 1
    for (const write of writes) {
      const id = idOf(write)
      const others = (underWay.get(id) ?? 1) - 1
      if (others > 0) underWay.set(id, others)
      else underWay.delete(id)
      if (isWritten && kinds[write.kind]?.as === 'written' && isSmall(write, set))
        keep(write.kind, asRead(write.row))
    }
  }

  const commit: Store['commit'] = (set) => {
    const changed = set.writes.filter(({ kind }) => kept.has(kind))
    if (changed.length === 0) return store.commit(set)
    begin(changed)
    // Runs before the caller learns of the commit. A read that overlapped it may have seen either state.
    return store.commit(set).then(
      (committed) => {
        settle(changed, set, committed.ok)
        return committed
      },
      (error: unknown) => {
        // After an error the database may be a standby that lacks the last commits but reuses their version numbers.
        for (const rows of kept.values()) rows.clear()
        settle(changed, set, false)
        throw error
      },
    )
  }
  const remembering: Store = { ...store, remembered: known, commit }
  if (store.shared) return remembering

  return {
    ...remembering,
    get: async <Document>(kind: Kind, accountId: string, id: string) =>
      known<Document>(kind, accountId, id) ?? read(kind, () => store.get<Document>(kind, accountId, id)),
    find: async <Document>(kind: Kind, id: string) =>
      known<Document>(kind, undefined, id) ?? read(kind, () => store.find<Document>(kind, id)),
    together: (async (wanted: readonly Wanted[]) => {
      const { rows, unknown, positions } = readsFor(wanted, known)
      if (unknown.length === 0) return rows
      const found: readonly (Row | null)[] = await store.together(unknown as never)
      return rows.map((row, n) => row ?? found[positions.indexOf(n)] ?? null)
    }) as Store['together'],
  }
}

type Known = <Document>(kind: Kind, accountId: string | undefined, id: string) => Row<Document> | null

/** The kinds cached as written: a row that was only read is unreliable once other processes write. */
const writtenOf = (kinds: KeptKinds): KeptKinds =>
  Object.fromEntries(Object.entries(kinds).filter(([, { as }]) => as === 'written'))

const idOf = (write: { readonly row: Row } | { readonly id: string }): string =>
  'row' in write ? write.row.id : write.id

/** Whether the document is small enough to cache. Its text is available without serializing it again. */
const isSmall = (write: Write, { textOf }: WriteSet): write is Exclude<Write, { readonly op: 'delete' }> =>
  write.op !== 'delete' && textOf !== undefined && textOf(write.row.document).length < largest

/** Converts a written row to the form in which it is read. */
const asRead = ({ account_id, id, version, created_at, updated_at, document }: Row): Row => {
  const read = { version, document }
  return { account_id, id, version, created_at, updated_at, document, read }
}

interface Reads {
  /** One for each wanted row; null where it is not cached. */
  readonly rows: readonly (Row | null)[]
  /** The rows still to be read; a reference to a cached row is replaced with its value. */
  readonly unknown: readonly Wanted[]
  /** For each of `unknown`, its position in `wanted`. */
  readonly positions: readonly number[]
}

/** Splits the wanted rows into cached ones and those to be read. */
function readsFor(wanted: readonly Wanted[], known: Known): Reads {
  const rows: (Row | null)[] = []
  const unknown: Wanted[] = []
  const positions: number[] = []
  for (const part of wanted) {
    const { kind, accountId, by = 'id' } = part
    const is = typeof part.is === 'string' ? part.is : referredTo(wanted, rows, part.is)
    const row = by === 'id' && typeof is === 'string' ? known(kind, accountId, is) : null
    if (row === null) {
      unknown.push({ ...part, is: typeof is === 'string' ? is : { ...is, of: positions.indexOf(is.of) } })
      positions.push(rows.length)
    }
    rows.push(row)
  }
  return { rows, unknown, positions }
}

/** Returns the referenced value if its row is cached, else the reference. */
function referredTo(
  wanted: readonly Wanted[],
  rows: readonly (Row | null)[],
  reference: Exclude<Wanted['is'], string>,
): Wanted['is'] {
  const { of, column } = reference
  const row = rows[of] ?? null
  const kind = wanted[of]?.kind
  if (row === null || kind === undefined) return reference
  const value = columnValues(tables[kind], row.document)[tables[kind].columns.indexOf(column)]
  // NULL matches no row; the empty string does not either, because no id is empty.
  return typeof value === 'string' ? value : ''
}
