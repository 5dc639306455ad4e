import pg from 'pg'
import { openPostgresStore } from '../../src-service/store/postgres/postgres-store.ts'
import type { Row, WriteSet } from '../../src-service/store/store.ts'
import { startTestServer } from '../support/embedded-postgres.ts'
import { numberFlag } from './support/flags.ts'
import { median, percentile, printRows } from './support/report.ts'

/**
 * The durable write of a new intent (the row, its event, the saved answer): by the store, and by the same prepared
 * inserts between BEGIN and COMMIT on as many connections. In turns, the median of each. `--rounds=1 --seconds=1` for a
 * quick run.
 */
const milliseconds = numberFlag('seconds', 3) * 1000
const rounds = numberFlag('rounds', 3)
const connections = 12

const server = await startTestServer()
const connectionString = await server.createDatabase()
const store = await openPostgresStore({ connectionString, connections })
const pool = new pg.Pool({ connectionString, max: connections })

let count = 0
function createIntent(): Required<Omit<WriteSet, 'textOf' | 'expects'>> & { readonly row: Row } {
  count += 1
  const now = Date.now()
  const id = `pi_${now.toString(36)}${count.toString(36).padStart(9, '0')}`
  const document = {
    ...{ id, object: 'payment_intent', status: 'created', amount: 1234, currency: 'USD' },
    ...{ settlement_status: 'unsettled', reference_id: `sale ${count}`, description: 'bench '.repeat(100) },
  }
  const row = { account_id: 'acct_bench', id, version: 1, created_at: now, updated_at: now, document }
  const claim = { scope: `bench ${id}`, fingerprint: 'bench', created_at: now }
  return {
    row,
    writes: [{ op: 'insert', kind: 'payment_intent', row }],
    events: [
      {
        id: `evt_${id}`,
        account_id: 'acct_bench',
        type: 'created',
        created_at: now,
        sequence: 1,
        object: document,
      },
    ],
    idempotency: { op: 'save', claim, status: 200, body: JSON.stringify(document) },
  }
}

async function byStore(): Promise<void> {
  const { writes, events, idempotency } = createIntent()
  const outcome = await store.commit({ writes, events, idempotency })
  if (!outcome.ok) throw new Error('a commit of new rows failed')
}

async function byTransaction(): Promise<void> {
  const { row, events, idempotency } = createIntent()
  const { account_id, id, version, created_at, updated_at, document } = row as Row<{ reference_id: string }>
  const text = JSON.stringify(document)
  const claim = idempotency.op === 'save' ? idempotency.claim : { scope: '', fingerprint: '' }
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query({
    name: 'key',
    text: 'INSERT INTO idempotency_records VALUES ($1, $2, $3, 200, $4) ON CONFLICT DO NOTHING',
    values: [claim.scope, claim.fingerprint, created_at, text],
  })
  await client.query({
    name: 'intent',
    text: `INSERT INTO payment_intents (account_id, id, version, created_at, updated_at, status, amount,
      settlement_status, reference_id, document) VALUES ($1, $2, $3, $4, $5, 'created', 1234, 'unsettled', $6, $7)`,
    values: [account_id, id, version, created_at, updated_at, document.reference_id, text],
  })
  await client.query({
    name: 'event',
    text: 'INSERT INTO events (id, account_id, type, created_at, object) VALUES ($1, $2, $3, $4, $5)',
    values: [events[0]?.id, account_id, 'created', created_at, text],
  })
  await client.query('COMMIT')
  client.release()
}

/** @returns commits per second, and the 99th percentile of their time in ms. */
async function measure(commit: () => Promise<void>, clients: number) {
  const times: number[] = []
  const end = performance.now() + milliseconds
  const client = async () => {
    for (let now = performance.now(); now < end; ) {
      await commit()
      const then = performance.now()
      times.push(then - now)
      now = then
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { rate: (times.length / milliseconds) * 1000, p99: percentile(times, 0.99) }
}

for (const clients of [1, 16, 64]) {
  const transactions: Awaited<ReturnType<typeof measure>>[] = []
  const statements: typeof transactions = []
  for (let round = 0; round < rounds; round += 1) {
    transactions.push(await measure(byTransaction, clients))
    statements.push(await measure(byStore, clients))
  }
  const rate = (results: typeof transactions) => median(results.map((result) => result.rate))
  const note = (results: typeof transactions) =>
    `p99 ${median(results.map((result) => result.p99)).toFixed(1)} ms`
  printRows(`Commit on PostgreSQL, durable, ${clients} at a time`, [
    { name: 'BEGIN … COMMIT', value: rate(transactions), unit: '/s', note: note(transactions) },
    { name: 'Countertop', value: rate(statements), unit: '/s', note: note(statements) },
    { name: 'ratio', value: rate(statements) / rate(transactions), unit: '×', note: '' },
  ])
}

await store.close()
await pool.end()
await server.dropDatabase(connectionString)
await server.stop()
