import { createTexts, type TextOf } from '../../json.ts'
import { boundStatus, type IdempotencyWrite, type Kind, type Write, type WriteSet } from '../store.ts'
import { columnValues, tables } from '../tables.ts'
import { storable } from './dialect.ts'

/** What a set consists of, whatever the number of its rows: sets of one shape are written by one statement. */
export interface Shape {
  /** Tells shapes apart; the parts are the names of the lists in the payload. */
  readonly name: string
  /** In one order everywhere, so that two nodes lock rows in the same order. */
  readonly writes: readonly { readonly op: Write['op']; readonly kind: Kind }[]
  /** The kinds whose rows bring words. */
  readonly words: readonly Kind[]
  readonly events: boolean
  readonly idempotency: IdempotencyWrite['op'] | null
}

/** A set made ready to be sent. */
export interface Payload {
  readonly shape: Shape
  /** The first row it locks: statements lock their sets' rows in this order. */
  readonly first: string
  /** What it touches. Two sets with a key in common must not be in one statement. */
  readonly keys: readonly string[]
  /**
   * `{"insert payment": [rows], …, "events": [rows], "key": {…}}`, see commit-statement.ts. An event that shows a row as it is written
   * names its place (`list`, `at`) instead of the document: a document is escaped, sent and read once.
   */
  readonly json: string
}

const shapes = new Map<string, Shape>()

const shapeOf = (set: WriteSet, words: readonly Kind[]): Shape => {
  const parts = [...new Set(set.writes.map(({ op, kind }) => `${op} ${kind}`))].sort()
  const events = (set.events ?? []).length > 0
  const idempotency = set.idempotency?.op ?? null
  const name = [
    ...parts,
    ...words.map((kind) => `words ${kind}`),
    events ? 'events' : '',
    idempotency ?? '',
  ].join(',')
  const known = shapes.get(name)
  if (known !== undefined) return known
  const writes = parts.map((part) => {
    const [op, kind] = part.split(' ')
    return { op, kind } as Shape['writes'][number]
  })
  const shape: Shape = { name, writes, words, events, idempotency }
  shapes.set(name, shape)
  return shape
}

const idOf = (write: Write): string => (write.op === 'delete' ? write.id : write.row.id)

/** @throws when a row is named twice, for PostgreSQL changes a row once in a statement. */
function keysOf(set: WriteSet): readonly string[] {
  const keys = set.writes.map((write) => `${write.kind} ${idOf(write)}`)
  if (new Set(keys).size < keys.length) throw new Error('a write set may name a row only once')
  if (set.idempotency === undefined) return keys
  const { idempotency } = set
  return [`key ${idempotency.op === 'release' ? idempotency.scope : idempotency.claim.scope}`, ...keys]
}

function rowOf(write: Write, textOf: TextOf): object {
  if (write.op === 'delete') return { account_id: storable(write.account_id), id: storable(write.id) }
  const { account_id, id, version, created_at, updated_at, document } = write.row
  const { columns } = tables[write.kind]
  const values = columnValues(tables[write.kind], document)
  return {
    account_id: storable(account_id),
    id: storable(id),
    version,
    created_at,
    updated_at,
    ...Object.fromEntries(columns.map((column, index) => [column, storable(values[index] ?? null)])),
    document: textOf(document),
  }
}

function wordRows(write: Write): readonly object[] {
  const { words } = tables[write.kind]
  if (words === undefined || write.op === 'delete') return []
  const { account_id, created_at, id, document } = write.row
  return [...words.of(document as never)].map(([word, fields]) => ({
    ...{ account_id: storable(account_id), word, created_at, id: storable(id), fields },
  }))
}

function keyRowOf(write: IdempotencyWrite): object {
  if (write.op === 'release') return { scope: storable(write.scope) }
  const { scope, fingerprint, created_at } = write.claim
  const bound = write.op === 'claim' ? write.bound : undefined
  const answer =
    write.op === 'save'
      ? { status: write.status, body: write.body }
      : bound === undefined
        ? {}
        : { status: boundStatus, body: bound }
  return { scope: storable(scope), fingerprint: storable(fingerprint), created_at, ...answer }
}

/** @throws on a column that holds neither text, number nor boolean, and on a row named twice. */
export function payloadOf(set: WriteSet): Payload {
  const { textOf = createTexts() } = set
  const lists: Record<string, object | object[]> = {}
  const places = new Map<unknown, { readonly list: string; readonly at: number }>()
  // Sorted, so that every node locks the rows of a set in the same order.
  const writes = [...set.writes].sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
  for (const write of writes) {
    const name = `${write.op} ${write.kind}`
    const rows = (lists[name] ?? []) as object[]
    lists[name] = rows
    if (write.op !== 'delete') places.set(write.row.document, { list: name, at: rows.length })
    rows.push(rowOf(write, textOf))
    const words = wordRows(write)
    if (words.length === 0) continue
    const ofKind = `words ${write.kind}`
    lists[ofKind] = [...((lists[ofKind] ?? []) as object[]), ...words]
  }
  if (set.events !== undefined && set.events.length > 0) {
    lists.events = set.events.map(({ object, ...event }) => {
      const place = places.get(object)
      return place === undefined ? { ...event, object: textOf(object) } : { ...event, ...place }
    })
  }
  if (set.idempotency !== undefined) lists.key = keyRowOf(set.idempotency)
  const locked = writes.find(({ op }) => op === 'update')
  const first = locked === undefined ? '' : idOf(locked)
  const worded = [...new Set(writes.map(({ kind }) => kind))]
    .filter((kind) => `words ${kind}` in lists)
    .sort()
  return { shape: shapeOf(set, worded), first, keys: keysOf(set), json: JSON.stringify(lists) }
}
