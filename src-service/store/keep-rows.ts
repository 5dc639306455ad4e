import type { Kind, Row, Store, Wanted, Write, WriteSet } from './store.ts'
import { columnValues, tables } from './tables.ts'

interface KeptRows {
  /** How many at most. */
  readonly most: number
  /** As they were read last: those that each request asks for and that seldom change. Or as written: what the next step goes on with. */
  readonly as: 'read' | 'written'
}
/** The kinds of which rows are kept. */
export type KeptKinds = Partial<Readonly<Record<Kind, KeptRows>>>

/** Characters of a document. A row of a sale has some 3,000; what is far larger would fill the memory. */
const largest = 16_384

/**
 * A store that remembers rows. It knows one only while it is what the database holds: from the moment a commit that changes it is
 * asked for until that has been answered it is read. That goes where no other process writes, so that every change passes by
 * here. Of a store that is shared everything is read, and what was written here is remembered for those decisions alone
 * whose commit finds out what another process has changed (docs/decisions/0086).
 */
export function keepRows(store: Store, all: KeptKinds): Store {
  const kinds = store.shared ? writtenOf(all) : all
  /** By id, which no two rows of a kind have in common; those that were kept first come first. */
  const kept = new Map<Kind, Map<string, Slot>>()
  for (const kind of Object.keys(kinds) as Kind[]) kept.set(kind, new Map())
  /** How many commits that change what has this id are not answered yet. */
  const underWay = new Map<string, number>()
  /** So many times something that may be kept began to change, or had changed. */
  let changes = 0

  const known: Known = <Document>(kind: Kind, accountId: string | undefined, id: string) => {
    const row = kept.get(kind)?.get(id)?.row ?? null
    const isTheirs = row !== null && (accountId === undefined || row.account_id === accountId)
    return isTheirs ? (row as Row<Document>) : null
  }

  const keep = (kind: Kind, row: Row): void => {
    const rows = kept.get(kind)
    if (rows === undefined || underWay.has(row.id)) return
    letGo(rows, row.id)
    rows.set(row.id, { row })
    const [oldest] = rows.keys()
    if (rows.size > (kinds[kind]?.most ?? 0) && oldest !== undefined) letGo(rows, oldest)
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
      letGo(kept.get(write.kind), id)
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
    // Before anybody learns that it is written. What was read meanwhile may be either.
    return store.commit(set).then(
      (committed) => {
        settle(changed, set, committed.ok)
        return committed
      },
      (error: unknown) => {
        // What answers from now on may be a standby that lacks the last commits, under the same versions.
        for (const rows of kept.values()) for (const id of [...rows.keys()]) letGo(rows, id)
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

/**
 * Emptied when its row is let go, which dead tables of the map would hold on to
 * (docs/performance/service.md, What V8 makes slow).
 */
interface Slot {
  row: Row | null
}

function letGo(rows: Map<string, Slot> | undefined, id: string): void {
  const slot = rows?.get(id)
  if (slot === undefined) return
  slot.row = null
  rows?.delete(id)
}

type Known = <Document>(kind: Kind, accountId: string | undefined, id: string) => Row<Document> | null

/** The kinds that are kept as this process wrote them: what was read says nothing once others write. */
const writtenOf = (kinds: KeptKinds): KeptKinds =>
  Object.fromEntries(Object.entries(kinds).filter(([, { as }]) => as === 'written'))

const idOf = (write: { readonly row: Row } | { readonly id: string }): string =>
  'row' in write ? write.row.id : write.id

/** The text of a document that is written is there. */
const isSmall = (write: Write, { textOf }: WriteSet): write is Exclude<Write, { readonly op: 'delete' }> =>
  write.op !== 'delete' && textOf !== undefined && textOf(write.row.document).length < largest

/** A row that was written, as it is read from then on. */
const asRead = ({ account_id, id, version, created_at, updated_at, document }: Row): Row => {
  const read = { version, document }
  return { account_id, id, version, created_at, updated_at, document, read }
}

interface Reads {
  /** One for each part: null where it is not known. */
  readonly rows: readonly (Row | null)[]
  /** What is left to be read: what refers to a row that is known has its value. */
  readonly unknown: readonly Wanted[]
  /** Where each of these stood among the wanted. */
  readonly positions: readonly number[]
}

/** What is to be read of rows that are wanted together. */
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

/** The value that a part refers to where that row is known, else the reference. */
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
  // Nothing has an id that is empty, as nothing has one that is NULL.
  return typeof value === 'string' ? value : ''
}
