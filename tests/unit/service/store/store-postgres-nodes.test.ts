import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPostgresStore } from '../../../../src-service/store/postgres/postgres-store.ts'
import type { Row, Store, Write } from '../../../../src-service/store/store.ts'
import { startTestServer, type TestServer } from '../../../support/embedded-postgres.ts'
import { eventually } from '../../../support/eventually.ts'

/** Two services on one database. */

const account = 'acct_one'
let server: TestServer
let connectionString: string
let client: pg.Client
let nodes: readonly [Store, Store]
beforeAll(async () => {
  server = await startTestServer()
  connectionString = await server.createDatabase()
  nodes = await Promise.all([
    openPostgresStore({ connectionString }),
    openPostgresStore({ connectionString }),
  ])
  client = new pg.Client({ connectionString })
  await client.connect()
})
beforeEach(async () => {
  await client.query('DELETE FROM payments; DELETE FROM payment_methods; DELETE FROM idempotency_records')
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await client.end()
  await server.stop()
})

/** The simplest kind, whose only constraint is its key. */
const methodRow = (id: string, version: number, value: number): Row => ({
  account_id: account,
  id,
  version,
  created_at: 1,
  updated_at: version,
  document: { value },
})
const paymentRow = (id: string): Row => ({
  account_id: account,
  id,
  version: 1,
  created_at: 1,
  updated_at: 1,
  document: {
    status: 'processing',
    payment_intent_id: 'pi_one',
    amount: 1,
    amount_authorized: 1,
    amount_captured: 0,
    amount_refunded: 0,
    amount_voided: 0,
    amount_disputed: 0,
    amount_reversed: 0,
    amount_rejected: 0,
  },
})
const insert = (kind: Write['kind'], row: Row): Write => ({ op: 'insert', kind, row })

/** Number of statements that PostgreSQL has ended, after a second, because they waited for each other. */
const deadlocks = async (): Promise<number> => {
  const { rows } = await client.query<{ readonly deadlocks: number }>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  )
  return rows[0]?.deadlocks ?? 0
}

/** Number of statements on this database that wait for another transaction. */
const waiting = async (): Promise<number> => {
  const { rows } = await client.query<{ readonly waiting: number }>(
    `SELECT count(*)::int AS waiting FROM pg_locks
     WHERE NOT granted AND transactionid IS NOT NULL AND pid IN (
       SELECT pid FROM pg_locks JOIN pg_database ON oid = database WHERE datname = current_database()
     )`,
  )
  return rows[0]?.waiting ?? 0
}

const keptOf = async (store: Store, id: string) => {
  const row = await store.get<{ readonly value: number }>('payment_method', account, id)
  if (row === null) throw new Error(`${id} is gone`)
  return { version: row.version, value: row.document.value }
}

/** Adds 1 to both rows in one set, and retries until it succeeds. @returns the number of conflicts */
async function addToBoth(store: Store, ids: readonly [string, string]): Promise<number> {
  for (let conflicts = 0; ; conflicts += 1) {
    const writes = await Promise.all(
      ids.map(async (id): Promise<Write> => {
        const { version, value } = await keptOf(store, id)
        return { op: 'update', kind: 'payment_method', row: methodRow(id, version + 1, value + 1) }
      }),
    )
    if ((await store.commit({ writes })).ok) return conflicts
  }
}

describe('two nodes on one PostgreSQL', () => {
  test('two nodes on one PostgreSQL lose no update, in whatever order they name the rows, and write no set partly', async () => {
    const ids = ['pm_a', 'pm_b'] as const
    await nodes[0].commit({ writes: ids.map((id) => insert('payment_method', methodRow(id, 1, 0))) })
    const turns = 60
    const conflicts = await Promise.all(
      Array.from({ length: turns }, (_, index) =>
        addToBoth(nodes[index % 2 === 0 ? 0 : 1], index % 3 === 0 ? ['pm_b', 'pm_a'] : ['pm_a', 'pm_b']),
      ),
    )
    expect(await keptOf(nodes[0], 'pm_a')).toEqual({ version: turns + 1, value: turns })
    expect(await keptOf(nodes[1], 'pm_b')).toEqual({ version: turns + 1, value: turns })
    expect(conflicts.some((count) => count > 0)).toBe(true)
  })

  test('two nodes on one PostgreSQL lock many rows in the same order, so that their statements wait and do not fail', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `pm_${index}`)
    await nodes[0].commit({ writes: ids.map((id) => insert('payment_method', methodRow(id, 1, 0))) })
    const update = (id: string): Write => ({
      op: 'update',
      kind: 'payment_method',
      row: methodRow(id, 2, 1),
    })
    const outcomes = await Promise.all([
      ...ids.map((id) => nodes[0].commit({ writes: [update(id)] })),
      ...[...ids].reverse().map((id) => nodes[1].commit({ writes: [update(id)] })),
    ])
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(ids.length)
  })

  test('of two nodes that change the row which the other one expects, one succeeds', async () => {
    const expecting = (node: Store, changed: string, expected: string) =>
      node.commit({
        writes: [{ op: 'update', kind: 'payment_method', row: methodRow(changed, 2, 1) }],
        expects: [{ kind: 'payment_method', account_id: account, id: expected, version: 1 }],
      })
    for (let round = 0; round < 25; round += 1) {
      const [one, other] = [`pm_a${round}`, `pm_b${round}`]
      await nodes[0].commit({
        writes: [one, other].map((id) => insert('payment_method', methodRow(id, 1, 0))),
      })
      const outcomes = await Promise.all([expecting(nodes[0], one, other), expecting(nodes[1], other, one)])
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    }
  })

  test.each([
    ['payment_method', methodRow('pm_a0', 1, 0)],
    ['payment', paymentRow('pmt_a')],
  ] as const)(
    'a set that changes a %s and expects a payment_method, and one of another node that expects and changes the same rows, lock them in one order',
    async (kind, shared) => {
      const methods = ['pm_a1', 'pm_b0', 'pm_b1'].map((id) => methodRow(id, 1, 0))
      await nodes[0].commit({
        writes: [insert(kind, shared), ...methods.map((row) => insert('payment_method', row))],
      })
      const change = (of: Write['kind'], row: Row): Write => ({ op: 'update', kind: of, row })
      const expected = (of: Write['kind'], id: string) => ({ kind: of, account_id: account, id, version: 1 })
      const before = await deadlocks()
      // Each set waits for its last row, and then looks for the row that the other one changes.
      await client.query("BEGIN; SELECT FROM payment_methods WHERE id IN ('pm_a1', 'pm_b1') FOR UPDATE")
      const commits = [
        nodes[0].commit({
          writes: [
            change(kind, { ...shared, version: 2 }),
            change('payment_method', methodRow('pm_a1', 2, 1)),
          ],
          expects: [expected('payment_method', 'pm_b0')],
        }),
        nodes[1].commit({
          writes: ['pm_b0', 'pm_b1'].map((id) => change('payment_method', methodRow(id, 2, 1))),
          expects: [expected(kind, shared.id)],
        }),
      ]
      await eventually(async () => expect(await waiting()).toBe(2))
      await client.query('COMMIT')
      const outcomes = await Promise.all(commits)
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
      expect(await deadlocks()).toBe(before)
    },
  )

  test('a set waits for a change of the row that it expects, and fails with it', async () => {
    await nodes[0].commit({ writes: [insert('payment_method', methodRow('pm_a', 1, 0))] })
    await client.query('BEGIN')
    await client.query("UPDATE payment_methods SET version = 2 WHERE id = 'pm_a'")
    let outcome: unknown = 'waits'
    const committing = nodes[0]
      .commit({
        writes: [insert('payment_method', methodRow('pm_new', 1, 0))],
        expects: [{ kind: 'payment_method', account_id: account, id: 'pm_a', version: 1 }],
      })
      .then((committed) => {
        outcome = committed.ok
      })
    await delay(200)
    expect(outcome).toBe('waits')
    await client.query('COMMIT')
    await committing
    expect(outcome).toBe(false)
    expect(await nodes[1].find('payment_method', 'pm_new')).toBeNull()
  })

  test('two nodes on one PostgreSQL together begin one payment of an intent', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        nodes[index % 2 === 0 ? 0 : 1].commit({ writes: [insert('payment', paymentRow(`pmt_${index}`))] }),
      ),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    const refused = outcomes.flatMap((outcome, index) =>
      outcome.ok ? [] : [[index, outcome.error] as const],
    )
    for (const [index, error] of refused) {
      expect(error).toEqual({ kind: 'version_conflict', resource: 'payment', id: `pmt_${index}` })
    }
  })

  test('two nodes on one PostgreSQL do the work of an idempotency key once, and both return its answer', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        nodes[index % 2 === 0 ? 0 : 1].commit({
          writes: [insert('payment_method', methodRow(`pm_${index}`, 1, index))],
          idempotency: {
            op: 'save',
            claim: { scope: 'one', fingerprint: 'body', created_at: 1 },
            status: 200,
            body: `{"run":${index}}`,
          },
        }),
      ),
    )
    const winner = outcomes.findIndex((outcome) => outcome.ok)
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(await nodes[0].list('payment_method', { limit: 50 })).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.ok) continue
      expect(outcome.error).toMatchObject({
        kind: 'idempotency_taken',
        record: { answer: { body: `{"run":${winner}}` } },
      })
    }
  })
})

describe('a statement of many sets', () => {
  test('a statement of many sets contains all sets that are committed at once, and reports what failed in each', async () => {
    await nodes[0].commit({ writes: [insert('payment_method', methodRow('pm_kept', 1, 0))] })
    const update = (id: string, version: number): Write => ({
      op: 'update',
      kind: 'payment_method',
      row: methodRow(id, version, 1),
    })
    const ids = ['pm_x', 'pm_kept', 'pm_y', 'pm_z']
    const outcomes = await Promise.all(ids.map((id) => nodes[0].commit({ writes: [update(id, 2)] })))
    expect(outcomes.map((outcome) => (outcome.ok ? 'written' : outcome.error))).toEqual(
      ids.map((id) =>
        id === 'pm_kept' ? 'written' : { kind: 'version_conflict', resource: 'payment_method', id },
      ),
    )
  })

  test('a statement of many sets keeps text that a PostgreSQL column cannot hold', async () => {
    const strange = 'NUL \u0000, half a pair \uD83D, whole \u{1F4B3}'
    const row: Row = { ...methodRow('pm_strange', 1, 1), document: { customer_id: strange } }
    await nodes[0].commit({ writes: [insert('payment_method', row)] })
    expect(await nodes[0].find('payment_method', 'pm_strange')).toEqual({
      ...row,
      read: { version: row.version, document: row.document },
    })
    const where = [{ column: 'customer_id', is: '=', value: strange }] as const
    expect(await nodes[0].list('payment_method', { where, limit: 1 })).toEqual([
      { ...row, read: { version: row.version, document: row.document } },
    ])
    expect(await nodes[0].find('payment_method', 'pm_\u0000')).toBeNull()
  })

  test('a statement of many sets gives each row and event its own document, whatever its text', async () => {
    // Separators of texts, special characters of JSON, arrays and SQL, and characters that PostgreSQL text cannot hold.
    const strange = ['"', "'", '\\', '\n', '\r', '\u001E', '\u0000', '\uD83D', '\uDCB3', '\u2028', '💳']
    const some = [...strange, '{', '}', '[', ']', ',', 'NULL', '$1', 'n', 'u001e']
    const text = fc.oneof(
      { weight: 9, arbitrary: fc.array(fc.constantFrom(...some)).map((parts) => parts.join('')) },
      { weight: 1, arbitrary: fc.constantFrom('x'.repeat(100_000), '\n'.repeat(50_000)) },
    )
    const ofSet = fc.record({
      rows: fc.array(text, { maxLength: 3 }),
      isShown: fc.boolean(),
      other: fc.option(text),
      body: text,
    })
    let run = 0
    const setOf = (
      {
        rows,
        isShown,
        other,
        body,
      }: {
        readonly rows: readonly string[]
        readonly isShown: boolean
        readonly other: string | null
        readonly body: string
      },
      at: number,
    ) => {
      const name = `pm_${run}_${at}`
      const made = rows.map(
        (note, n): Row => ({
          ...methodRow(`${name}_${n}`, 1, 1),
          document: { customer_id: note, note, [note]: [note] },
        }),
      )
      const objects = [
        ...(isShown ? made.map(({ document }) => document) : []),
        ...(other === null ? [] : [{ other }]),
      ]
      const events = objects.map((object, n) => ({
        ...{ id: `evt_${name}_${n}`, account_id: account, type: 'made', created_at: 1, sequence: 1, object },
      }))
      const claim = { scope: `${name} ${body.slice(0, 50)}`, fingerprint: name, created_at: 1 }
      return {
        made,
        events,
        save: { op: 'save', claim, status: 200, body: JSON.stringify({ body }) } as const,
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(ofSet, { minLength: 1, maxLength: 5 }), async (given) => {
        run += 1
        const sets = given.map(setOf)
        const outcomes = await Promise.all(
          sets.map(({ made, events, save }) =>
            nodes[0].commit({
              ...{ writes: made.map((one) => insert('payment_method', one)), events, idempotency: save },
            }),
          ),
        )
        expect(outcomes.filter(({ ok }) => !ok)).toEqual([])
        const read = sets.flatMap(({ made, events, save }) => [
          ...made.map(async ({ id, document }) =>
            expect((await nodes[0].find('payment_method', id))?.document).toEqual(document),
          ),
          ...events.map(async ({ id, object }) => expect((await nodes[0].event(id))?.object).toEqual(object)),
          nodes[0]
            .idempotencyRecord(save.claim.scope)
            .then((kept) => expect(kept?.answer?.body).toBe(save.body)),
        ])
        await Promise.all(read)
      }),
      { numRuns: 25 },
    )
  })

  test('a statement of many sets refuses a set that names a row twice', async () => {
    const twice = [
      insert('payment_method', methodRow('pm_1', 1, 1)),
      insert('payment_method', methodRow('pm_1', 2, 1)),
    ]
    await expect(nodes[0].commit({ writes: twice })).rejects.toThrow('only once')
  })
})
