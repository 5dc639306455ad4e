import { copyFileSync } from 'node:fs'
import Libsql from 'libsql'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../../src-service/store/migrations.ts'
import { nextRow, updateOf } from '../../../../src-service/store/row-writes.ts'
import { createSqliteStore } from '../../../../src-service/store/sqlite/sqlite-store.ts'
import type { OutboxEvent, Write } from '../../../../src-service/store/store.ts'
import { type ColumnValue, columnValues, tables } from '../../../../src-service/store/tables.ts'
import { firstEventIdAt } from '../../../../src-shared/ids.ts'
import { createRandom } from '../../../chaos/support/random.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'
import { guessedFunding } from './guessed-funding.ts'
import { eventsIn, temporaryFile } from './sqlite-files.ts'
import { describeStore } from './store-conformance.ts'
import { account, insert, intentDocument, paymentDocument, row, start } from './store-samples.ts'
import { describeSearch } from './store-search-conformance.ts'

describeStore('SQLite', async () => {
  const { file, remove } = temporaryFile()
  return {
    open: async () => openSqliteStore(file),
    events: async () => eventsIn(file),
    destroy: async () => remove(),
  }
})

describeSearch('SQLite', async () => {
  const { file, remove } = temporaryFile()
  const store = openSqliteStore(file)
  onTestFinished(async () => {
    await store.close()
    remove()
  })
  return store
})

describe('a store that was closed', () => {
  test('has everything in its one file, so that a copy of this file is complete', async () => {
    const { file, remove } = temporaryFile()
    onTestFinished(remove)
    const store = createSqliteStore(file)
    const intent = row(intentDocument())
    await store.commit({ writes: [insert('payment_intent', intent)] })
    await store.close()
    copyFileSync(file, `${file}.copy`)
    const copy = createSqliteStore(`${file}.copy`)
    onTestFinished(() => copy.close())
    expect(await copy.find('payment_intent', intent.id)).toMatchObject(intent)
  })
})

describe('event copies in SQLite', () => {
  test('are removed with their events, while copies of later changes stay', async () => {
    const { file, remove } = temporaryFile()
    const store = createSqliteStore(file)
    const old = row(intentDocument())
    const day = 86_400_000
    await store.commit({ writes: [insert('payment_intent', old)] })
    const change = (version: number, days: number) => ({
      ...{ ...old, version, updated_at: start + days * day },
      document: intentDocument({ amount: version }),
    })
    for (const later of [change(2, 60), change(3, 61)]) {
      expect((await store.commit({ writes: [updateOf('payment_intent', later)] })).ok).toBe(true)
    }
    expect(await store.purgeEvents({ before: start + day, most: 5 })).toBe(0)
    expect(await store.purgeEvents({ before: start + 3 * day, most: 5 })).toBe(1)
    expect(await store.purgeEvents({ before: start + 3 * day, most: 5 })).toBe(0)
    expect(await store.purgeEvents({ before: start + 65 * day, most: 5 })).toBe(1)
    await store.close()
    remove()
  })
})

test('an event with an id dated in the future shows its resource as it was, until the event is removed', async () => {
  const { file, remove } = temporaryFile()
  const store = createSqliteStore(file)
  const day = 86_400_000
  const first = row(intentDocument({ amount: 1 }))
  const event = {
    ...{ id: `${firstEventIdAt(start + 40 * day)}1`, account_id: account, type: 'x', created_at: start },
    ...{ sequence: 1, object: first.document },
  }
  await store.commit({ writes: [insert('payment_intent', first)], events: [event] })
  const later = { ...first, version: 2, document: intentDocument({ amount: 2 }) }
  expect((await store.commit({ writes: [updateOf('payment_intent', later)] })).ok).toBe(true)
  await store.purgeEvents({ before: start + 10 * day, most: 5 })
  expect((await store.event(event.id))?.object).toEqual(first.document)
  await store.close()
  remove()
})

test('SQLite stores a payment once for its events, even inside its intent, and shows every version as it was', async () => {
  const { file, remove } = temporaryFile()
  onTestFinished(remove)
  const store = createSqliteStore(file)
  const shown: unknown[] = []
  const intent = row(intentDocument())
  const payment = row(paymentDocument(intent.id), { id: 'pmt_1' })
  const intentAt = (version: number, paid: number, at: number) => ({
    ...{ ...intent, version, updated_at: start + at },
    document: intentDocument({
      note: `Crème 🥐 ${version}`,
      latest_payment: paymentAt(paid, at).document,
      last: 'é',
    }),
  })
  const paymentAt = (version: number, at: number) => ({
    ...{ ...payment, version, updated_at: start + at },
    document: paymentDocument(intent.id, { id: 'pmt_1', note: `"Ångström" 🧾 ${version}` }),
  })
  const commit = async (...writes: readonly Write[]) => {
    const events = writes.flatMap((write) => {
      if (write.op === 'delete') return []
      const { version: sequence, updated_at: created_at, document: object } = write.row
      shown.push(object)
      const id = `${firstEventIdAt(created_at)}${String(shown.length).padStart(3, '0')}`
      return [{ id, account_id: account, type: 'x', created_at, sequence, object } as unknown as OutboxEvent]
    })
    expect((await store.commit({ writes, events })).ok).toBe(true)
  }
  await commit(insert('payment_intent', intent))
  await commit(updateOf('payment_intent', intentAt(2, 1, 0)), insert('payment', paymentAt(1, 0)))
  await commit(updateOf('payment', paymentAt(2, 1)), updateOf('payment_intent', intentAt(3, 2, 1)))
  // Only the intent changes: the payment in it is then older than its copy.
  await commit(updateOf('payment_intent', intentAt(4, 2, 2)))
  await commit(updateOf('payment', paymentAt(3, 3)), updateOf('payment_intent', intentAt(5, 3, 3)))
  await commit(updateOf('payment', paymentAt(4, 4)), updateOf('payment_intent', intentAt(6, 4, 4)))
  const found = await store.events({ accountIds: [account], limit: 20 })
  expect(found.map(({ object }) => object).reverse()).toEqual(shown)
  await store.close()
  const database = new Libsql(file)
  const copies = database
    .prepare('SELECT version, cut_at IS NOT NULL FROM event_copies WHERE resource_id = ? ORDER BY version')
    .raw()
    .all([intent.id])
  database.close()
  expect(copies).toEqual([
    [1, 0],
    [2, 1],
    [3, 0],
    [4, 0],
    [5, 1],
  ])
})

test('events from before event copies keep showing the state of their resource, even after changes', async () => {
  const { file, remove } = temporaryFile()
  const former = new Libsql(file)
  former.exec('CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT')
  for (const { number, name, sql } of migrations.filter((one) => one.number < 47)) {
    former.exec(sql)
    former.prepare('INSERT INTO migrations (number, name) VALUES (?, ?)').run([number, name])
  }
  const [one, other] = [row(intentDocument({ amount: 7 })), row(intentDocument({ amount: 8 }))]
  for (const [{ id, document }, version] of [[one, 3] as const, [other, 1] as const]) {
    former
      .prepare(
        `INSERT INTO payment_intents (account_id, id, version, created_at, updated_at, status, amount, settlement_status, document)
          VALUES (?, ?, ?, ?, ?, 'created', ?, 'unsettled', ?)`,
      )
      .run([account, id, version, start, start, document.amount, JSON.stringify(document)])
  }
  // The first event is from before sequences were written (migration 24).
  const event = former.prepare(
    `INSERT INTO events (id, account_id, type, created_at, sequence, object, kind, resource_id)
      VALUES (?, ?, 'x', ?, ?, ?, 'payment_intent', ?)`,
  )
  event.run(['evt_1', account, start, 1, '{"amount":6}', one.id])
  event.run(['evt_2', account, start, 0, null, one.id])
  event.run(['evt_3', account, start, 1, null, other.id])
  former.close()

  const store = createSqliteStore(file)
  const amounts = async () =>
    (await store.events({ accountIds: [account], limit: 9 })).map(
      ({ object }) => (object as { readonly amount: number }).amount,
    )
  expect(await amounts()).toEqual([8, 7, 6])
  for (const amount of [70, 700]) {
    for (const { id } of [one, other]) {
      const read = await store.find('payment_intent', id)
      if (read === null) throw new Error('the row is gone')
      const write = updateOf('payment_intent', nextRow(read, intentDocument({ amount }), start + 1))
      expect((await store.commit({ writes: [write] })).ok).toBe(true)
    }
  }
  expect(await amounts()).toEqual([8, 7, 6])
  await store.close()
  remove()
})

describe('the SQLite file', () => {
  const withDatabase = async (check: (database: Libsql.Database) => void) => {
    const { file, remove } = temporaryFile()
    const store = createSqliteStore(file)
    await store.close()
    const database = new Libsql(file)
    check(database)
    database.close()
    remove()
  }

  test('the SQLite file has a column for every field that tables.ts declares', () =>
    withDatabase((database) => {
      for (const { name, columns } of Object.values(tables)) {
        const found = database.prepare(`SELECT name FROM pragma_table_info('${name}')`).all() as {
          name: string
        }[]
        expect(found.map((column) => column.name).sort()).toEqual(
          ['account_id', 'id', 'version', 'created_at', 'updated_at', 'document', ...columns].sort(),
        )
      }
    }))

  test('the SQLite file is refused when a newer version has written it', async () => {
    const { file, remove } = temporaryFile()
    await createSqliteStore(file).close()
    const database = new Libsql(file)
    database.exec("INSERT INTO migrations (number, name) VALUES (99999, 'future')")
    database.close()
    expect(() => createSqliteStore(file)).toThrow('written by a newer version')
    remove()
  })

  test('the SQLite migration removes the guessed funding of a stored card, and changes no text of the merchant', async () => {
    const { file, remove } = temporaryFile()
    onTestFinished(remove)
    const { migration, stored, corrected } = guessedFunding()
    const before = createSqliteStore(file)
    await before.commit({ writes: [{ op: 'insert', kind: 'payment_method', row: stored }] })
    await before.close()
    const database = new Libsql(file)
    database.exec(migration)
    database.close()
    const after = createSqliteStore(file)
    const found = await after.find('payment_method', stored.id)
    await after.close()
    expect(found?.document).toEqual(corrected)
  })

  test('the SQLite file runs each migration once', async () => {
    const { file, remove } = temporaryFile()
    await createSqliteStore(file).close()
    await createSqliteStore(file).close()
    remove()
  })

  test('an update based on the previous row leaves every column consistent with the document', async () => {
    const { file, remove } = temporaryFile()
    onTestFinished(remove)
    const store = createSqliteStore(file)
    const random = createRandom(7)
    const oneOf = <const Value>(values: readonly [Value, ...Value[]]): Value =>
      values[Math.floor(random() * values.length)] ?? values[0]
    const change = () => ({
      status: oneOf(['pending', 'captured', 'failed', 'voided']),
      amount_captured: oneOf([0, 500, 1000]),
      customer_id: oneOf([null, 'cus_1', 'cus_2']),
      external: oneOf([true, false]),
      settlement_id: oneOf([null, 'stl_1']),
      dispute_id: oneOf([null, 'dsp_1']),
    })
    const ids = ['pmt_0', 'pmt_1', 'pmt_2', 'pmt_3', 'pmt_4', 'pmt_5'] as const
    for (const id of ids)
      await store.commit({
        writes: [{ op: 'insert', kind: 'payment', row: row(paymentDocument(`pi_${id}`, change()), { id }) }],
      })
    for (let round = 0; round < 300; round += 1) {
      const found = await store.get<object>('payment', account, oneOf(ids))
      if (found === null) throw new Error('a payment is missing')
      // The row as read, as changed since it was read, and as if it had not been read.
      const seen = oneOf([
        found,
        { ...found, document: { ...found.document, ...change() } },
        row(found.document, found),
      ])
      const next = nextRow(seen, { ...seen.document, ...change() }, start + round)
      expect(await store.commit({ writes: [updateOf('payment', next)] })).toEqual({ ok: true })
    }
    await store.close()
    const database = new Libsql(file)
    const { columns } = tables.payment
    const stored = database
      .prepare(`SELECT document, ${columns.join(', ')} FROM payments`)
      .raw()
      .all() as [string, ...ColumnValue[]][]
    database.close()
    expect(stored).toHaveLength(ids.length)
    for (const [document, ...values] of stored)
      expect(values).toEqual(columnValues(tables.payment, JSON.parse(document)))
  })

  test('an update fills derived columns of rows from before these columns existed', async () => {
    const { file, remove } = temporaryFile()
    onTestFinished(remove)
    const store = createSqliteStore(file)
    const intent = row(intentDocument({ reference_id: 'INV-1' }))
    await store.commit({ writes: [{ op: 'insert', kind: 'payment_intent', row: intent }] })
    const database = new Libsql(file)
    onTestFinished(() => void database.close())
    database.exec('UPDATE payment_intents SET folded = NULL')
    const found = await store.find<object>('payment_intent', intent.id)
    if (found === null) throw new Error('the intent is missing')
    await store.commit({ writes: [updateOf('payment_intent', nextRow(found, found.document, start + 1))] })
    await store.close()
    expect(database.prepare('SELECT folded FROM payment_intents').raw().all()).toEqual([[1]])
  })
})
