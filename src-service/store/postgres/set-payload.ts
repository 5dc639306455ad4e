import { createTexts } from '../json.ts'
import { wordsRemovedBy } from '../row-writes.ts'
import {
  boundStatus,
  type Expected,
  type IdempotencyWrite,
  type Kind,
  type OutboxEvent,
  type Write,
  type WriteSet,
} from '../store.ts'
import { type ColumnValue, columnValue, tables } from '../tables.ts'
import { storable } from './dialect.ts'

/** The structure of a set, regardless of its number of rows: one statement can write all sets of one shape. */
export interface Shape {
  /** Unique per shape; its parts are the names of the lists in the payload. */
  readonly name: string
  /** Always in the same order, so that two nodes lock rows in the same order. */
  readonly writes: readonly { readonly op: Write['op']; readonly kind: Kind }[]
  /** The kinds of rows that must have a version without being changed. */
  readonly expects: readonly Kind[]
  /** The kinds whose rows have words. */
  readonly words: readonly Kind[]
  /** The kinds whose rows lose words, or have one in other fields than before. */
  readonly removedWords: readonly Kind[]
  readonly events: boolean
  readonly idempotency: IdempotencyWrite['op'] | null
}

/** A set that is ready to be sent. */
export interface Payload {
  readonly shape: Shape
  /** Id of the first row that it updates: a statement locks the rows of its sets in this order. */
  readonly first: string
  /** The rows that it writes or expects, and its idempotency key. Two sets that share one must not be in the same statement. */
  readonly keys: readonly string[]
  /**
   * `{"insert payment": [rows], …, "events": [rows], "key": {…}}`, see commit-statement.ts. Rows and events refer to
   * their documents by position in `documents`, from 1.
   */
  readonly json: string
  /**
   * Each once, even if an event has the same document as a row. Sent beside the JSON, inside which they would be
   * escaped.
   */
  readonly documents: readonly string[]
}

/** Separators that never occur unescaped in JSON, as text and as SQL escapes. */
export const betweenDocuments = { text: '\n', escaped: '\\n' } as const
export const betweenSets = { text: '\x1e', escaped: '\\x1e' } as const

const shapes = new Map<string, Shape>()

type WordKinds = Pick<Shape, 'words' | 'removedWords'>

const shapeOf = (set: WriteSet, writes: readonly Write[], { words, removedWords }: WordKinds): Shape => {
  const all = writes.map(partOf)
  const parts = all.length > 1 ? [...new Set(all)].sort() : all
  const events = (set.events ?? []).length > 0
  const idempotency = set.idempotency?.op ?? null
  const expects = set.expects === undefined ? noKinds : kindsExpected(set.expects)
  const worded = [...words.map((kind) => wordsNames[kind]), ...removedWords.map((kind) => removedNames[kind])]
  const rows = expects === noKinds ? worded : [...expects.map((kind) => expectNames[kind]), ...worded]
  const name = `${[...parts, ...rows].join(',')},${events ? 'events' : ''},${idempotency ?? ''}`
  const known = shapes.get(name)
  if (known !== undefined) return known
  const shape: Shape = {
    name,
    writes: parts.map((part) => {
      const [op, kind] = part.split(' ')
      return { op, kind } as Shape['writes'][number]
    }),
    expects,
    words,
    removedWords,
    events,
    idempotency,
  }
  shapes.set(name, shape)
  return shape
}

const namesOf = (before: string): Readonly<Record<Kind, string>> =>
  Object.fromEntries(Object.keys(tables).map((kind) => [kind, `${before} ${kind}`])) as Record<Kind, string>
const partNames = { insert: namesOf('insert'), update: namesOf('update'), delete: namesOf('delete') }
const expectNames = namesOf('expect')
const wordsNames = namesOf('words')
const removedNames = namesOf('removed words')
/** The list of the payload that a write belongs to. */
const partOf = ({ op, kind }: Write): string => partNames[op][kind]

const idOf = (write: Write): string => (write.op === 'delete' ? write.id : write.row.id)

/** @throws when a row occurs twice, because PostgreSQL changes a row only once in a statement. */
function keysOf({ writes, expects, idempotency }: WriteSet): readonly string[] {
  const keys = writes.map((write) => `${write.kind} ${idOf(write)}`)
  if (keys.length > 1 && new Set(keys).size < keys.length)
    throw new Error('a write set may name a row only once')
  if (expects !== undefined) {
    for (const { kind, id } of expects) if (!keys.includes(`${kind} ${id}`)) keys.push(`${kind} ${id}`)
  }
  if (idempotency === undefined) return keys
  return [`key ${idempotency.op === 'release' ? idempotency.scope : idempotency.claim.scope}`, ...keys]
}

/**
 * Missing values are left out and become NULL. Columns are added one by one in a fixed order, so that all rows of a
 * kind share a few hidden classes; a spread would make V8 create some for each row.
 */
function rowOf(write: Write, placeOf: PlaceOf): object {
  if (write.op === 'delete') return { account_id: storable(write.account_id), id: storable(write.id) }
  const { account_id, id, version, created_at, updated_at, document } = write.row
  const row: Record<string, ColumnValue> = {
    account_id: storable(account_id),
    id: storable(id),
    version,
    created_at,
    updated_at,
    document: placeOf(document),
  }
  const table = tables[write.kind]
  for (const column of table.columns) {
    const value = columnValue(table, column, document)
    if (value !== null) row[column] = storable(value)
  }
  return row
}

const noRows: readonly object[] = []
const noKinds: readonly Kind[] = []
const kindsExpected = (expects: readonly Expected[]): readonly Kind[] =>
  [...new Set(expects.map(({ kind }) => kind))].sort()

interface WordRows {
  readonly added: readonly object[]
  /** Each with the fields that it is removed from (`gone`), and those that it has now. */
  readonly removed: readonly object[]
}
const noWordRows: WordRows = { added: noRows, removed: noRows }

/** A word is in one of the two lists only, because PostgreSQL changes a row only once in a statement. */
function wordRows(write: Write): WordRows {
  const { words } = tables[write.kind]
  if (words === undefined || write.op === 'delete') return noWordRows
  const { account_id, created_at, id, document } = write.row
  const found = words.of(document as never)
  const removed = wordsRemovedBy(write)
  if (found.size === 0 && removed.size === 0) return noWordRows
  const rowOfWord = (word: string) => ({
    ...{ account_id: storable(account_id), word, created_at, id: storable(id), fields: found.get(word) ?? 0 },
  })
  const kept = removed.size === 0 ? [...found.keys()] : [...found.keys()].filter((word) => !removed.has(word))
  return {
    added: kept.map(rowOfWord),
    removed: [...removed].map(([word, gone]) => ({ ...rowOfWord(word), gone })),
  }
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

/** Sorted, so that every node locks the rows of a set in the same order. */
const inOrder = (writes: readonly Write[]): readonly Write[] =>
  writes.length < 2 ? writes : [...writes].sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))

const noneExpected: readonly Expected[] = []
/** Sorted like those that are written. */
const expectedInOrder = (expects: readonly Expected[]): readonly Expected[] =>
  expects.length < 2 ? expects : [...expects].sort((one, other) => (one.id < other.id ? -1 : 1))

/** The position of a document, from 1. */
type PlaceOf = (document: unknown) => number

/** @throws on a column that holds neither text, number nor boolean, and on a row that occurs twice. */
export function payloadOf(set: WriteSet): Payload {
  const { textOf = createTexts() } = set
  const lists: Record<string, object | object[]> = {}
  const shown: unknown[] = []
  const placeOf: PlaceOf = (document) => shown.indexOf(document) + 1 || shown.push(document)
  const kinds: Record<keyof WordKinds, Kind[]> = { words: [], removedWords: [] }
  const writes = inOrder(set.writes)
  const addWords = (kind: Kind, rows: readonly object[], names: typeof wordsNames, into: Kind[]): void => {
    if (!into.includes(kind)) into.push(kind)
    lists[names[kind]] = [...((lists[names[kind]] ?? []) as object[]), ...rows]
  }
  for (const write of writes) {
    const name = partOf(write)
    const row = rowOf(write, placeOf)
    const others = lists[name] as object[] | undefined
    if (others === undefined) lists[name] = [row]
    else others.push(row)
    const { added, removed } = wordRows(write)
    if (added.length > 0) addWords(write.kind, added, wordsNames, kinds.words)
    if (removed.length > 0) addWords(write.kind, removed, removedNames, kinds.removedWords)
  }
  const expects = set.expects === undefined ? noneExpected : expectedInOrder(set.expects)
  addExpected(lists, expects)
  if (set.events !== undefined && set.events.length > 0)
    lists.events = set.events.map((event) => eventRow(event, placeOf))
  if (set.idempotency !== undefined) lists.key = keyRowOf(set.idempotency)
  const locked = writes.find(({ op }) => op === 'update')
  const first = locked === undefined ? (expects[0]?.id ?? '') : idOf(locked)
  const shape = shapeOf(set, writes, { words: kinds.words.sort(), removedWords: kinds.removedWords.sort() })
  return { shape, first, keys: keysOf(set), json: JSON.stringify(lists), documents: shown.map(textOf) }
}

function addExpected(lists: Record<string, object | object[]>, expects: readonly Expected[]): void {
  for (const { kind, account_id, id, version } of expects) {
    const row = { account_id: storable(account_id), id: storable(id), version }
    lists[expectNames[kind]] = [...((lists[expectNames[kind]] ?? []) as object[]), row]
  }
}

const eventRow = (
  { id, account_id, type, created_at, sequence, object }: OutboxEvent,
  placeOf: PlaceOf,
): object => ({ id, account_id, type, created_at, sequence, document: placeOf(object) })

/** The parameters of the statement that commits them. */
export const parametersOf = (payloads: readonly Pick<Payload, 'json' | 'documents'>[]): string[] => [
  `[${payloads.map(({ json }) => json).join(',')}]`,
  payloads.map(({ documents }) => documents.join(betweenDocuments.text)).join(betweenSets.text),
]
