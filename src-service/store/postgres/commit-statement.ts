import { wordsOf } from '../list-sql.ts'
import { boundStatus, idempotencyWindowMs, type Kind } from '../store.ts'
import { tables } from '../tables.ts'
import { betweenDocuments, betweenSets, type Shape } from './set-payload.ts'

/**
 * Returns one statement that commits any number of sets of one shape, each succeeding or failing on its own. Its
 * parameters are a JSON array of payloads and the documents that they refer to (set-payload.ts). Each part works on the
 * result of the one before:
 *
 *     sets ──► locked: rows that have the version before, or the expected one, held until the end
 *       └────► ready: sets with all their rows locked
 *                └──► keyed: idempotency keys that could be taken
 *                       └──► good: sets to be written ──► deletes, updates, inserts, words, events
 *
 * Nothing is written for a set until it is known to be good, because a part of a statement cannot be undone. Only
 * violations of a unique index are detected later; they undo the whole statement.
 *
 * The result has rows (n, locked): for each good set its number, from 1, with null; for every other set one row for
 * each row that could be locked, as `lockedRow` names it (a card in the vault has the id of its method, so the id alone
 * is not enough).
 */
export function commitStatement(shape: Shape): string {
  const updates = shape.writes.filter(({ op }) => op === 'update').map(({ kind }) => kind)
  const locks = locksOf(updates, shape.expects)
  const parts = [
    setsPart,
    ...locks.map(lockedPart),
    readyPart(locks),
    ...keyParts(shape.idempotency),
    ...shape.writes.filter(({ op }) => op === 'delete').map(({ kind }) => deletePart(kind)),
    ...updates.map((kind) => updatePart(kind, shape)),
    ...shape.writes.filter(({ op }) => op === 'insert').map(({ kind }) => insertPart(kind, shape)),
    ...shape.words.map(wordsPart),
    ...shape.removedWords.flatMap(removedWordsParts),
    ...(shape.events ? [eventsPart, pendingPart] : []),
  ]
  const answers = [
    'SELECT n, NULL AS locked FROM good',
    ...locks.map(
      (lock) => `SELECT n, ${rowIn(lock)} FROM ${nameOf(lock)} WHERE n NOT IN (SELECT n FROM good)`,
    ),
  ]
  return `WITH ${parts.join(',\n')}\n${answers.join('\nUNION ALL ')}`
}

/** The separators never occur unescaped in JSON, so documents can be concatenated without escaping. */
const setsPart = `sets AS MATERIALIZED (
  SELECT n, s, string_to_array(texts, E'${betweenDocuments.escaped}') AS docs
  FROM ROWS FROM (jsonb_array_elements($1::jsonb), unnest(string_to_array($2::text, E'${betweenSets.escaped}')))
    WITH ORDINALITY AS given (s, texts, n)
)`

/** Rows of a kind that sets update, expect, or both. */
interface Lock {
  readonly op: 'update' | 'expect' | 'both'
  readonly kind: Kind
}

/** Sorted by kind if rows are expected: a row that one set updates may be one that another set expects. */
function locksOf(updates: readonly Kind[], expects: readonly Kind[]): readonly Lock[] {
  if (expects.length === 0) return updates.map((kind) => ({ op: 'update', kind }))
  return [...new Set([...updates, ...expects])].sort().map((kind) => {
    if (!expects.includes(kind)) return { op: 'update', kind }
    return { op: updates.includes(kind) ? 'both' : 'expect', kind }
  })
}

const nameOf = ({ op, kind }: Lock): string =>
  ({ update: `locked_${kind}`, expect: `expected_${kind}`, both: `held_${kind}` })[op]

/** Names a locked row in the result of the statement. */
export const lockedRow = (op: 'update' | 'expect', kind: Kind, id: string): string => `${op} ${kind} ${id}`

const rowIn = ({ op, kind }: Lock): string =>
  op === 'both' ? `op || ' ${kind} ' || id` : `'${lockedRow(op, kind, '')}' || id`

/**
 * The sub-select remains a look-up per row: PostgreSQL does not flatten a sub-select with FOR UPDATE. Nodes may
 * expect one row at once; the sets of one node that share a row follow each other (set-payload.ts).
 */
const lockedPart = (lock: Lock): string =>
  lock.op === 'both'
    ? heldPart(lock)
    : `${nameOf(lock)} AS MATERIALIZED (
  SELECT n, wanted.id
  FROM sets,
    jsonb_to_recordset(s -> '${lock.op} ${lock.kind}') AS wanted (account_id text, id text, version bigint),
    LATERAL (
      SELECT 1 FROM ${tables[lock.kind].name} AS kept
      WHERE kept.account_id = wanted.account_id AND kept.id = wanted.id
        AND kept.version = wanted.version${lock.op === 'update' ? ' - 1' : ''}
      FOR ${lock.op === 'update' ? 'UPDATE' : 'SHARE'}
    ) AS held
)`

/**
 * Locks rows that are expected and rows that are updated in one order: two sets, each of which expects a row that the
 * other one updates, would wait for each other otherwise, until PostgreSQL ends one after a second.
 */
const heldPart = (lock: Lock): string => `${nameOf(lock)} AS MATERIALIZED (
  SELECT n, op, wanted.id
  FROM (
    SELECT n, op, account_id, id, version
    FROM sets,
      LATERAL (
        SELECT 'update' AS op, account_id, id, version - 1 AS version
        FROM jsonb_to_recordset(s -> 'update ${lock.kind}') AS u (account_id text, id text, version bigint)
        UNION ALL
        SELECT 'expect', account_id, id, version
        FROM jsonb_to_recordset(s -> 'expect ${lock.kind}') AS e (account_id text, id text, version bigint)
      ) AS of_set
    ORDER BY id COLLATE "C"
  ) AS wanted,
    LATERAL (
      SELECT 1 FROM ${tables[lock.kind].name} AS kept
      WHERE kept.account_id = wanted.account_id AND kept.id = wanted.id AND kept.version = wanted.version
      FOR UPDATE
    ) AS held
)`

function readyPart(locks: readonly Lock[]): string {
  const lengthOf = ({ op, kind }: Lock): string =>
    op === 'both'
      ? `jsonb_array_length(s -> 'update ${kind}') + jsonb_array_length(s -> 'expect ${kind}')`
      : `jsonb_array_length(s -> '${op} ${kind}')`
  const conditions = locks.map(
    (lock) => `${lengthOf(lock)} = (SELECT count(*) FROM ${nameOf(lock)} AS l WHERE l.n = sets.n)`,
  )
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  return `ready AS MATERIALIZED (SELECT n, s, docs FROM sets${where})`
}

/** A key is free again after its window. A save also completes the claim of its own request. */
function keyParts(idempotency: Shape['idempotency']): readonly string[] {
  if (idempotency === null) return ['good AS MATERIALIZED (SELECT n, s, docs FROM ready)']
  if (idempotency === 'release') {
    return [
      `released AS (
  DELETE FROM idempotency_records
  WHERE (status IS NULL OR status = ${boundStatus}) AND scope = ANY (ARRAY(SELECT s -> 'key' ->> 'scope' FROM ready))
)`,
      'good AS MATERIALIZED (SELECT n, s, docs FROM ready)',
    ]
  }
  const completes = `(kept.status IS NULL OR kept.status = ${boundStatus}) AND kept.fingerprint = excluded.fingerprint`
  return [
    `keyed AS (
  INSERT INTO idempotency_records AS kept (scope, fingerprint, created_at, status, body)
  SELECT r.scope, r.fingerprint, r.created_at, r.status, r.body
  FROM ready, jsonb_populate_record(NULL::idempotency_records, s -> 'key') AS r
  ON CONFLICT (scope) DO UPDATE SET
    fingerprint = excluded.fingerprint, created_at = excluded.created_at,
    status = excluded.status, body = excluded.body
  WHERE kept.created_at <= excluded.created_at - ${idempotencyWindowMs}${idempotency === 'save' ? ` OR (${completes})` : ''}
  RETURNING scope
)`,
    `good AS MATERIALIZED (
  SELECT n, s, docs FROM ready WHERE s -> 'key' ->> 'scope' = ANY (ARRAY(SELECT scope FROM keyed))
)`,
  ]
}

/** A row refers to its document by its position, from 1. */
const documentOf = (row: string): string => `docs[${row}.document::int]`

const deletePart = (kind: Kind): string => `delete_${kind} AS (
  DELETE FROM ${tables[kind].name} AS kept
  USING good, jsonb_to_recordset(s -> 'delete ${kind}') AS gone (account_id text, id text)
  WHERE kept.account_id = gone.account_id AND kept.id = gone.id
  RETURNING 1
)`

/** One write may take a value in a unique index that another write of the same set frees: then it must run after it. */
const after = (kind: Kind, shape: Shape, ops: readonly ('delete' | 'update')[]): readonly string[] =>
  shape.writes
    .filter((write) => write.kind === kind && ops.some((op) => op === write.op))
    .map(({ op }) => `(SELECT count(*) FROM ${op}_${kind}) >= 0`)

function updatePart(kind: Kind, shape: Shape): string {
  const { name, columns } = tables[kind]
  const changing = ['version', 'updated_at', ...columns]
  const conditions = ['kept.account_id = r.account_id', 'kept.id = r.id', 'kept.version = r.version - 1']
  return `update_${kind} AS (
  UPDATE ${name} AS kept SET ${changing.map((column) => `${column} = r.${column}`).join(', ')},
    document = ${documentOf('r')}
  FROM good, jsonb_populate_recordset(NULL::${name}, s -> 'update ${kind}') AS r
  WHERE ${[...conditions, ...after(kind, shape, ['delete'])].join(' AND ')}
  RETURNING 1
)`
}

function insertPart(kind: Kind, shape: Shape): string {
  const { name, columns } = tables[kind]
  const all = ['account_id', 'id', 'version', 'created_at', 'updated_at', ...columns]
  const conditions = after(kind, shape, ['delete', 'update'])
  const where = conditions.length === 0 ? '' : `\n  WHERE ${conditions.join(' AND ')}`
  return `insert_${kind} AS (
  INSERT INTO ${name} (${all.join(', ')}, document)
  SELECT ${all.map((column) => `r.${column}`).join(', ')}, ${documentOf('r')}
  FROM good, jsonb_populate_recordset(NULL::${name}, s -> 'insert ${kind}') AS r${where}
)`
}

/**
 * A word may be added to another field later. Existing entries are checked first, because a
 * conflict locks the row, which is logged in the WAL even if the row does not change.
 */
const wordsPart = (kind: Kind): string => `words_${kind} AS (
  INSERT INTO ${wordsOf(kind)} AS kept (account_id, word, created_at, id, fields)
  SELECT r.account_id, r.word, r.created_at, r.id, r.fields
  FROM good, jsonb_populate_recordset(NULL::${wordsOf(kind)}, s -> 'words ${kind}') AS r
  WHERE NOT EXISTS (
    SELECT 1 FROM ${wordsOf(kind)} AS there
    WHERE there.account_id = r.account_id AND there.word = r.word AND there.created_at = r.created_at
      AND there.id = r.id AND (there.fields | r.fields) = there.fields
  )
  ON CONFLICT (account_id, word, created_at, id) DO UPDATE SET fields = (kept.fields | excluded.fields)
  WHERE (kept.fields | excluded.fields) <> kept.fields
)`

const sameWord =
  'kept.account_id = r.account_id AND kept.word = r.word AND kept.created_at = r.created_at AND kept.id = r.id'

/**
 * Words that lose fields, and may have got others by the same update. No entry is changed twice in a statement: the
 * update leaves at least one field, the delete none, and the insert adds those that had no entry. No other writer can
 * have added one since: the resource's row is locked.
 */
function removedWordsParts(kind: Kind): readonly string[] {
  const name = wordsOf(kind)
  const rows = `good, jsonb_to_recordset(s -> 'removed words ${kind}') AS r
    (account_id text, word text, created_at bigint, id text, fields int, gone int)`
  const fields = '((kept.fields & ~r.gone) | r.fields)'
  return [
    `changed_words_${kind} AS (
  UPDATE ${name} AS kept SET fields = ${fields} FROM ${rows}
  WHERE ${sameWord} AND ${fields} NOT IN (0, kept.fields)
)`,
    `deleted_words_${kind} AS (
  DELETE FROM ${name} AS kept USING ${rows}
  WHERE ${sameWord} AND ${fields} = 0
)`,
    `moved_words_${kind} AS (
  INSERT INTO ${name} (account_id, word, created_at, id, fields)
  SELECT r.account_id, r.word, r.created_at, r.id, r.fields FROM ${rows}
  WHERE r.fields <> 0 AND NOT EXISTS (SELECT 1 FROM ${name} AS kept WHERE ${sameWord})
)`,
  ]
}

const eventsPart = `new_events AS (
  INSERT INTO events (id, account_id, type, created_at, sequence, object)
  SELECT r.id, r.account_id, r.type, r.created_at, r.sequence, ${documentOf('r')}
  FROM good, jsonb_to_recordset(s -> 'events') AS r
    (id text, account_id text, type text, created_at bigint, sequence bigint, document int)
  RETURNING id
)`

/**
 * Events are pending only if there is an enabled endpoint. The statement sees only what was committed before it began:
 * an event whose commit overlaps the creation of the first endpoint may not be sent to it. A separate row, deleted
 * later, because updating the event would rewrite it completely.
 */
const pendingPart = `pending AS (
  INSERT INTO pending_events (id)
  SELECT id FROM new_events WHERE EXISTS (SELECT FROM webhook_endpoints WHERE status = 'enabled')
)`
