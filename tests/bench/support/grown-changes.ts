import { join } from 'node:path'
import Libsql from 'libsql'
import pg from 'pg'
import { eventLifeMs } from '../../../src-service/webhooks/retention.ts'
import { firstEventIdAt } from '../../../src-shared/ids.ts'

/** Direct access to the database of a grown shop, past its service. */
export interface GrownRows {
  /** Marks this many of its newest payments and their intents as not settled. */
  unsettle(count: number): Promise<void>
  /** Reopens the settlement by which the filling settled all payments, as after a crash before its sums. */
  reopen(accountId: string): Promise<void>
  /** Adds this many events that are older than the purge keeps, as in a shop that was closed for months. */
  age(accountId: string, count: number): Promise<void>
  /** Whether any of those are left after the purge. */
  hasOld(): Promise<boolean>
  close(): Promise<void>
}

const atOnce = 5_000
const filling = 'se_bench'
const unsettled = `'$.settlement_status', 'unsettled', '$.settled_at', NULL, '$.settlement_id', NULL`
const latest = `'$.latest_payment.settlement_status', 'unsettled', '$.latest_payment.settled_at', NULL, '$.latest_payment.settlement_id', NULL`

const settlementOf = (accountId: string) =>
  JSON.stringify({
    ...{ id: filling, entity: 'settlement', account_id: accountId, status: 'closing', source: 'processor' },
    ...{ currency: 'USD', day: null, cutoff_at: new Date(1).toISOString(), closed_at: null },
    ...{ payment_count: 0, refund_count: 0, amount_captured: 0, amount_refunded: 0, amount_fees: 0 },
    ...{ amount_splits: 0, created_at: new Date(1).toISOString(), updated_at: new Date(1).toISOString() },
  })

const keptSince = () => firstEventIdAt(Date.now() - eventLifeMs - 86_400_000)

const oldEvents = (accountId: string, from: number, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const time = Date.now() - eventLifeMs - 40 * 86_400_000 + (from + at) * 10
    // The last digits of an id, so that ids of the same moment do not collide.
    const id = `${firstEventIdAt(time).slice(0, -8)}${String(from + at).padStart(8, '0')}`
    return { id, accountId, time }
  })

export function sqliteRows(folder: string): GrownRows {
  const database = new Libsql(join(folder, 'service.db'), { timeout: 30_000 })
  return {
    async unsettle(count) {
      const some = database
        .prepare(
          `SELECT account_id, id, payment_intent_id FROM payments
           WHERE status = 'captured' AND settlement_id = '${filling}' ORDER BY id DESC LIMIT ?`,
        )
        .raw()
        .all([count]) as readonly (readonly [string, string, string])[]
      const payment = database.prepare(
        `UPDATE payments SET settlement_status = 'unsettled', settlement_id = NULL,
         document = json_set(document, ${unsettled}) WHERE account_id = ? AND id = ?`,
      )
      const intent = database.prepare(
        `UPDATE payment_intents SET settlement_status = 'unsettled', settled_at = NULL,
         document = json_set(document, ${unsettled}, ${latest}) WHERE account_id = ? AND id = ?`,
      )
      for (let from = 0; from < some.length; from += atOnce) {
        database.exec('BEGIN IMMEDIATE')
        for (const [account, id, intentId] of some.slice(from, from + atOnce)) {
          payment.run([account, id])
          intent.run([account, intentId])
        }
        database.exec('COMMIT')
      }
    },
    async reopen(accountId) {
      database
        .prepare(
          `INSERT INTO settlements (account_id, id, version, created_at, updated_at, status, day, document, currency)
           VALUES (?, ?, 1, 1, 1, 'closing', NULL, ?, 'USD')
           ON CONFLICT DO UPDATE SET status = 'closing', version = 1, document = excluded.document`,
        )
        .run([accountId, filling, settlementOf(accountId)])
      database.prepare('DELETE FROM settlement_checks WHERE id = ?').run([filling])
    },
    async age(accountId, count) {
      const event = database.prepare(
        `INSERT INTO events (id, account_id, type, created_at, object, sequence) VALUES (?, ?, 'v2.payment_intent.created', ?, ?, 1)`,
      )
      const object = JSON.stringify({ id: 'pi_old', entity: 'payment_intent', note: 'x'.repeat(300) })
      for (let from = 0; from < count; from += atOnce) {
        database.exec('BEGIN IMMEDIATE')
        for (const { id, time } of oldEvents(accountId, from, atOnce))
          event.run([id, accountId, time, object])
        database.exec('COMMIT')
      }
    },
    hasOld: async () =>
      database.prepare('SELECT 1 FROM events WHERE id < ? LIMIT 1').get([keptSince()]) !== undefined,
    close: async () => void database.close(),
  }
}

const unsettledJson = '{"settlement_status":"unsettled","settled_at":null,"settlement_id":null}'

export async function postgresRows(url: string): Promise<GrownRows> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ type: string }>(
    `SELECT data_type AS type FROM information_schema.columns WHERE table_name = 'payments' AND column_name = 'document'`,
  )
  const type = rows[0]?.type ?? 'text'
  const document = `(document::jsonb || '${unsettledJson}'::jsonb)`
  return {
    async unsettle(count) {
      await client.query(
        `CREATE TEMP TABLE chosen AS SELECT account_id, id, payment_intent_id FROM payments
         WHERE status = 'captured' AND settlement_id = '${filling}' ORDER BY id DESC LIMIT ${count}`,
      )
      await client.query(
        `UPDATE payments SET settlement_status = 'unsettled', settlement_id = NULL, document = ${document}::${type}
         FROM chosen WHERE payments.account_id = chosen.account_id AND payments.id = chosen.id`,
      )
      const nested = `jsonb_set(${document}, '{latest_payment}', (document::jsonb -> 'latest_payment') || '${unsettledJson}'::jsonb)`
      await client.query(
        `UPDATE payment_intents SET settlement_status = 'unsettled', settled_at = NULL, document = (${nested})::${type}
         FROM chosen WHERE payment_intents.account_id = chosen.account_id AND payment_intents.id = chosen.payment_intent_id`,
      )
      await client.query('DROP TABLE chosen')
      await client.query('VACUUM ANALYZE payments, payment_intents')
    },
    async reopen(accountId) {
      await client.query(
        `INSERT INTO settlements (account_id, id, version, created_at, updated_at, status, day, document, currency)
         VALUES ($1, $2, 1, 1, 1, 'closing', NULL, $3, 'USD')
         ON CONFLICT (account_id, id) DO UPDATE SET status = 'closing', version = 1, document = excluded.document`,
        [accountId, filling, settlementOf(accountId)],
      )
      await client.query('DELETE FROM settlement_checks WHERE id = $1', [filling])
    },
    async age(accountId, count) {
      const object = JSON.stringify({ id: 'pi_old', entity: 'payment_intent', note: 'x'.repeat(300) })
      for (let from = 0; from < count; from += atOnce) {
        const some = oldEvents(accountId, from, atOnce)
        await client.query(
          `INSERT INTO events (id, account_id, type, created_at, object, sequence)
           SELECT id, $3, 'v2.payment_intent.created', time, $4, 1 FROM unnest($1::text[], $2::bigint[]) AS one (id, time)`,
          [some.map(({ id }) => id), some.map(({ time }) => time), accountId, object],
        )
      }
    },
    hasOld: async () =>
      (await client.query('SELECT 1 FROM events WHERE id < $1 LIMIT 1', [keptSince()])).rowCount === 1,
    close: () => client.end(),
  }
}
