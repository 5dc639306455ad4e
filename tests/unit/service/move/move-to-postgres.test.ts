import { join } from 'node:path'
import Libsql from 'libsql'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { moveToPostgres } from '../../../../src-service/move/move-to-postgres.ts'
import { moveMark, moveNote } from '../../../../src-service/store/move-marks.ts'
import { openStore } from '../../../../src-service/store/open-store.ts'
import { nextRow, updateOf } from '../../../../src-service/store/row-writes.ts'
import type { OutboxEvent, Store } from '../../../../src-service/store/store.ts'
import { endpointWrite } from '../../../support/endpoint-write.ts'
import { makeEmptyPostgresUrl } from '../../../support/postgres-store.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { account, intentDocument, newId, paymentDocument, row, start } from '../store/store-samples.ts'

const move = async (dataDirectory: string, databaseUrl: string, report: (line: string) => void = () => {}) =>
  moveToPostgres({ config: { dataDirectory, databaseUrl }, report })

/** Opens the store as a service in that folder does. */
const open = (folder: string, databaseUrl?: string) =>
  openStore({ ...(databaseUrl && { databaseUrl }), databaseFile: join(folder, 'service.db'), log: silentLog })

/** Text with the separators of COPY, and with characters that PostgreSQL's text cannot hold. */
const awkward = 'tab\t line\n feed\r \\N \\. quote" nul\0 half\ud800 é 日'

const eventOf = (object: object, sequence: number): OutboxEvent => ({
  ...{ id: newId('event'), account_id: account, type: 'v2.payment.created', created_at: start },
  ...{ sequence, object },
})

/** A shop in SQLite. @returns its folder, and its sales */
async function shop() {
  const folder = await temporaryFolder('move')
  const store = openSqliteStore(join(folder, 'service.db'))
  const must = async (set: Parameters<Store['commit']>[0]) => expect((await store.commit(set)).ok).toBe(true)
  const intent = row(intentDocument({ reference_id: awkward, description: awkward }))
  const payment = row(paymentDocument(intent.id), { id: newId('payment') })
  const first = [eventOf(intent.document, 1), eventOf(payment.document, 1)] as const
  await must({
    writes: [
      { op: 'insert', kind: 'payment_intent', row: intent },
      { op: 'insert', kind: 'payment', row: payment },
      endpointWrite(),
    ],
    events: first,
    idempotency: {
      ...{ op: 'save', status: 200, body: '{"id":"pi"}' },
      claim: { scope: 'a\0b', fingerprint: 'f', created_at: start },
    },
  })
  const captured = nextRow(
    payment,
    { ...payment.document, status: 'captured', amount_captured: 1000 },
    start + 1,
  )
  const second = eventOf(captured.document, 2)
  await must({ writes: [updateOf('payment', captured)], events: [second] })
  await store.settleEvents([first[0].id])
  await must({
    writes: [],
    idempotency: { op: 'claim', claim: { scope: 'dead', fingerprint: 'f', created_at: start } },
  })
  await store.close()
  return { folder, intent, payment, captured, events: [...first, second] }
}

test('PostgreSQL gets the exact data of SQLite: rows, text, saved answers, and events as published', async () => {
  const { folder, intent, payment, captured, events } = await shop()
  const url = await makeEmptyPostgresUrl()
  const lines: string[] = []
  await move(folder, url, (line) => lines.push(line))
  expect(lines.at(0)).toMatch(
    /^Moving \d+ rows in \d+ tables from .* to PostgreSQL \(127\.0\.0\.1:\d+\/test_\w+\)\.$/,
  )
  expect(lines).toContainEqual(expect.stringMatching(/^acct_one +USD +10\.00 +0\.00 +0\.00$/))

  const store = await open(folder, url)
  onTestFinished(() => store.close())
  expect(await store.get('payment_intent', account, intent.id)).toMatchObject({ ...intent })
  expect(await store.get('payment', account, payment.id)).toMatchObject({ ...captured, version: 2 })
  const where = [{ column: 'reference_id', is: '=', value: awkward }] as const
  expect(await store.list('payment_intent', { where, limit: 2 })).toHaveLength(1)
  // The payment changes again: the events published before stay the same.
  const refunded = nextRow(captured, { ...captured.document, amount_refunded: 5 }, start + 2)
  expect((await store.commit({ writes: [updateOf('payment', refunded)] })).ok).toBe(true)
  for (const event of events) expect(await store.event(event.id)).toEqual(event)
  const pending = await store.events({ pending: true, limit: 10 })
  expect(pending.map(({ id }) => id)).toEqual(events.slice(1).map(({ id }) => id))
  await store.settleEvents(pending.map(({ id }) => id))
  expect(await store.events({ pending: true, limit: 10 })).toEqual([])
  expect(await store.idempotencyRecord('a\0b')).toMatchObject({
    answer: { status: 200, body: '{"id":"pi"}' },
  })
  // The holder of this claim is dead, as after a start on SQLite.
  expect(await store.idempotencyRecord('dead')).toBeNull()
})

test('after a move PostgreSQL has the same indexes as a new database', async () => {
  const { folder } = await shop()
  const [url, empty] = [await makeEmptyPostgresUrl(), await makeEmptyPostgresUrl()]
  await move(folder, url)
  await (await open(await temporaryFolder('empty'), empty)).close()
  const indexes = async (database: string) => {
    const client = await connect(database)
    const sql = "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"
    return (await client.query(sql)).rows
  }
  expect((await indexes(url)).length).toBeGreaterThan(100)
  expect(await indexes(url)).toEqual(await indexes(empty))
})

test('after a move no service starts on the SQLite file, and a second move reports that there is nothing to do', async () => {
  const { folder } = await shop()
  const url = await makeEmptyPostgresUrl()
  await move(folder, url)
  await expect(open(folder)).rejects.toThrow(
    /was moved to the PostgreSQL database 127\.0\.0\.1:\d+\/test_\w+ on /,
  )
  const lines: string[] = []
  await move(folder, url, (line) => lines.push(line))
  expect(lines).toEqual([expect.stringContaining('was moved on')])
  await expect(move(folder, await makeEmptyPostgresUrl())).rejects.toThrow('which does not contain it')
  // The service on PostgreSQL does not warn of the unused file either.
  const warn = () => expect.unreachable()
  await (
    await openStore({
      databaseUrl: url,
      databaseFile: join(folder, 'service.db'),
      log: { ...silentLog, warn },
    })
  ).close()
  // Another shop cannot be moved over it.
  await expect(move((await shop()).folder, url)).rejects.toThrow(
    /contains the data that was moved from .*createdb/,
  )
})

test('a verified but abandoned copy is never used when there is another one', async () => {
  const { folder } = await shop()
  const [left, url] = [await makeEmptyPostgresUrl(), await makeEmptyPostgresUrl()]
  await move(folder, left)
  // The state after a kill just before SQLite was marked.
  await (await connect(left)).query(
    `UPDATE migrations SET number = $1, name = replace(name, '"moved"', '"verified"') WHERE number = $2`,
    [moveMark, moveNote],
  )
  const sqlite = new Libsql(join(folder, 'service.db'))
  sqlite.exec(`DELETE FROM migrations WHERE number = ${moveMark}`)
  sqlite.close()
  await move(folder, url)
  await expect(open(folder, left)).rejects.toThrow('is not finished')
  await expect(move(folder, left)).rejects.toThrow('which does not contain it')
  await (await open(folder, url)).close()
})

test('a move is refused without a source, without a target, or when the target is already used by a service', async () => {
  const { folder } = await shop()
  const url = await makeEmptyPostgresUrl()
  await expect(move(join(folder, 'elsewhere'), url)).rejects.toThrow('name the folder that has service.db')
  await expect(move(folder, 'postgresql://nobody:secret@127.0.0.1:9/none')).rejects.toThrow(
    /^the PostgreSQL database 127\.0\.0\.1:9\/none cannot be reached: .*ECONNREFUSED/,
  )
  const other = await temporaryFolder('other-service')
  await (await open(other, url)).close()
  await expect(move(folder, url)).rejects.toThrow(
    /already contains the data of a service, which cannot be merged/,
  )
  // The source is unchanged.
  await (await open(folder)).close()
})

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Locks the last of the tables: a move gets that far, and waits. */
async function blocked(folder: string, url: string) {
  const blocker = await connect(url)
  const lines: string[] = []
  const moving = move(folder, url, (line) => lines.push(line))
  moving.catch(() => undefined)
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  await blocker.query('BEGIN; LOCK TABLE webhook_endpoints')
  const looker = await connect(url)
  const waiting = async () => {
    const sql = "SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'webhook_endpoints'::regclass"
    return (await looker.query<{ pid: number }>(sql)).rows.map(({ pid }) => pid)
  }
  await expect.poll(waiting).toHaveLength(1)
  return { moving, blocker, looker, pid: (await waiting())[0] ?? 0 }
}

test('during a move both databases are locked; a lost connection ends the move, and SQLite stays valid', async () => {
  const { folder } = await shop()
  const url = await makeEmptyPostgresUrl()
  const { moving, blocker, looker, pid } = await blocked(folder, url)
  await expect(open(await temporaryFolder('node'), url)).rejects.toThrow(
    /a move of the data in .* is not finished/,
  )
  await expect(move(folder, url)).rejects.toThrow('is in use by another service')
  await expect(move((await shop()).folder, url)).rejects.toThrow('that is not finished')
  await looker.query('SELECT pg_terminate_backend($1)', [pid])
  await expect(moving).rejects.toThrow(
    /^webhook_endpoints could not be copied: .*terminat.* is still the valid database$/,
  )
  await blocker.query('ROLLBACK')

  const store = await open(folder)
  const sold = row(intentDocument())
  expect((await store.commit({ writes: [{ op: 'insert', kind: 'payment_intent', row: sold }] })).ok).toBe(
    true,
  )
  await store.close()
  await expect(open(folder, url)).rejects.toThrow('Until then the data in')
  await move(folder, url)
  const moved = await open(folder, url)
  expect(await moved.get('payment_intent', account, sold.id)).toMatchObject(sold)
  await moved.close()
})

test('a copy that differs is not used: the differences are named, and SQLite stays valid', async () => {
  const { folder } = await shop()
  const url = await makeEmptyPostgresUrl()
  const { moving, blocker } = await blocked(folder, url)
  await blocker.query(`
    INSERT INTO tenants (account_id, id, version, created_at, updated_at, document) VALUES ('', 'tn', 1, 1, 1, '{}');
    UPDATE payments SET document = replace(document, '"amount_captured":1000', '"amount_captured":1001');
    COMMIT`)
  await expect(moving).rejects.toThrow(
    'the copy is not the same: payments: 1 rows on both sides, but not the same; tenants: 0 rows in SQLite, 1 in PostgreSQL',
  )
  await (await open(folder)).close()
  await expect(open(folder, url)).rejects.toThrow('is not finished')
})
