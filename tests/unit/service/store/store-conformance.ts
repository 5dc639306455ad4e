import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nextRow, updateOf } from '../../../../src-service/store/row-writes.ts'
import type { OutboxEvent, Row, Store, WriteSet } from '../../../../src-service/store/store.ts'
import { firstEventIdAt } from '../../../../src-shared/ids.ts'
import { describeEvents } from './store-events-conformance.ts'
import { describeExpected } from './store-expected-conformance.ts'
import { describeIdempotencyRecords } from './store-idempotency-conformance.ts'
import {
  account,
  asRead,
  claimOf,
  insert,
  intentDocument,
  paymentDocument,
  row,
  saveOf,
  start,
} from './store-samples.ts'
import { describeSums } from './store-sums-conformance.ts'
import { describeTogether } from './store-together-conformance.ts'

/** An engine under test: a database of its own that can be closed and reopened. */
export interface EngineUnderTest {
  open(): Promise<Store>
  /** The written events, oldest first. */
  events(): Promise<readonly { readonly type: string; readonly object: unknown }[]>
  destroy(): Promise<void>
}

/** The behaviour that every engine of the store has in common. */
export function describeStore(engineName: string, createEngine: () => Promise<EngineUnderTest>): void {
  describe(`the store on ${engineName}`, () => {
    let engine: EngineUnderTest
    let store: Store
    beforeEach(async () => {
      engine = await createEngine()
      store = await engine.open()
    })
    afterEach(async () => {
      await store.close()
      await engine.destroy()
    })

    const commit = async (set: WriteSet) => {
      const outcome = await store.commit(set)
      if (!outcome.ok) throw new Error(`the commit failed: ${JSON.stringify(outcome.error)}`)
    }
    const insertIntent = async (document = intentDocument(), changes: Partial<Row> = {}) => {
      const inserted = row(document, changes)
      await commit({ writes: [insert('payment_intent', inserted)] })
      return inserted
    }

    describe('rows', () => {
      test('the store returns a row as it was written, by account and id, and by id alone', async () => {
        const inserted = await insertIntent()
        expect(await store.get('payment_intent', account, inserted.id)).toEqual(asRead(inserted))
        expect(await store.find('payment_intent', inserted.id)).toEqual(asRead(inserted))
      })

      test('the store separates the rows of accounts', async () => {
        const inserted = await insertIntent()
        expect(await store.get('payment_intent', 'acct_other', inserted.id)).toBeNull()
        expect(await store.list('payment_intent', { account_id: 'acct_other', limit: 10 })).toEqual([])
      })

      test('the store keeps the largest amount exactly', async () => {
        const inserted = await insertIntent(intentDocument({ amount: Number.MAX_SAFE_INTEGER }))
        const found = await store.list('payment_intent', {
          where: [{ column: 'amount', is: '=', value: Number.MAX_SAFE_INTEGER }],
          limit: 10,
        })
        expect(found).toEqual([asRead(inserted)])
      })

      test('the store keeps any text', async () => {
        const inserted = await insertIntent(intentDocument({ reference_id: `'; DROP TABLE "x" 💳 \u0007 ñ` }))
        expect(await store.find('payment_intent', inserted.id)).toEqual(asRead(inserted))
      })

      test('the store replaces a row with the next version', async () => {
        const inserted = await insertIntent()
        const next = {
          ...inserted,
          version: 2,
          updated_at: start + 1,
          document: intentDocument({ amount: 1 }),
        }
        await commit({ writes: [{ op: 'update', kind: 'payment_intent', row: next }] })
        expect(await store.find('payment_intent', inserted.id)).toEqual(asRead(next))
      })

      test('the store refuses to replace a row with any other version', async () => {
        const inserted = await insertIntent()
        for (const version of [1, 3]) {
          const outcome = await store.commit({
            writes: [{ op: 'update', kind: 'payment_intent', row: { ...inserted, version } }],
          })
          expect(outcome).toEqual({
            ok: false,
            error: { kind: 'version_conflict', resource: 'payment_intent', id: inserted.id },
          })
        }
        expect(await store.find('payment_intent', inserted.id)).toEqual(asRead(inserted))
      })

      test('the store names the outdated row of two kinds that share an id', async () => {
        const method = row({ payment_intent_id: null, customer_id: null })
        const entry = row({ sealed: 'one' }, { id: method.id })
        await commit({ writes: [insert('payment_method', method), insert('vault_entry', entry)] })
        const outcome = await store.commit({
          writes: [
            { op: 'update', kind: 'payment_method', row: { ...method, version: 3 } },
            { op: 'update', kind: 'vault_entry', row: { ...entry, version: 2 } },
          ],
        })
        expect(outcome).toEqual({
          ok: false,
          error: { kind: 'version_conflict', resource: 'payment_method', id: method.id },
        })
        expect(await store.find('vault_entry', method.id)).toEqual(asRead(entry))
      })

      test('the store refuses a second row with the same id', async () => {
        const inserted = await insertIntent()
        const outcome = await store.commit({ writes: [insert('payment_intent', inserted)] })
        expect(outcome).toMatchObject({ ok: false, error: { kind: 'version_conflict', id: inserted.id } })
      })

      test('the store removes deleted rows, and deleting a missing row is no failure', async () => {
        const inserted = await insertIntent()
        const remove = { op: 'delete', kind: 'payment_intent', account_id: account, id: inserted.id } as const
        await commit({ writes: [remove] })
        await commit({ writes: [remove] })
        expect(await store.find('payment_intent', inserted.id)).toBeNull()
      })

      test('the store keeps everything when it is closed and reopened', async () => {
        const inserted = await insertIntent()
        await commit({ writes: [], idempotency: saveOf(claimOf()) })
        await store.close()
        store = await engine.open()
        expect(await store.find('payment_intent', inserted.id)).toEqual(asRead(inserted))
        expect(await store.idempotencyRecord(claimOf().scope)).not.toBeNull()
      })
    })

    describeEvents(() => store)

    describe('a write set is all or nothing', () => {
      const event: OutboxEvent = {
        id: `${firstEventIdAt(start)}1`,
        account_id: account,
        type: 'v2.payment_intent.created',
        created_at: start,
        sequence: 1,
        object: { id: 'pi_1' },
      }

      test('the store writes rows, events and the saved answer together', async () => {
        const inserted = row(intentDocument())
        await commit({
          writes: [insert('payment_intent', inserted)],
          events: [event],
          idempotency: saveOf(claimOf()),
        })
        expect(await store.find('payment_intent', inserted.id)).toEqual(asRead(inserted))
        expect(await engine.events()).toEqual([{ type: event.type, object: event.object }])
        expect((await store.idempotencyRecord(claimOf().scope))?.answer).toEqual({
          status: 200,
          body: '{"id":"pi_1"}',
        })
      })

      test('the store keeps in an event the state of its resource at that time, whatever changes later', async () => {
        const created = row(intentDocument())
        const eventOf = (end: string, of: Row): OutboxEvent => ({
          ...{ ...event, id: `${firstEventIdAt(start)}${end}` },
          ...{ sequence: of.version, object: of.document },
        })
        await commit({ writes: [insert('payment_intent', created)], events: [eventOf('1', created)] })
        const changed = { ...created, version: 2, document: intentDocument({ amount: 1 }) }
        await commit({
          writes: [{ op: 'update', kind: 'payment_intent', row: changed }],
          events: [eventOf('2', changed)],
        })
        const read = await store.find('payment_intent', created.id)
        if (read === null) throw new Error('the row is gone')
        // Rewritten without a change, and then changed twice without an event.
        await commit({ writes: [updateOf('payment_intent', nextRow(read, read.document, start + 1))] })
        expect((await engine.events()).map((one) => one.object)).toEqual([created.document, changed.document])
        for (const version of [4, 5]) {
          const untold = { ...created, version, document: intentDocument({ amount: version }) }
          await commit({ writes: [{ op: 'update', kind: 'payment_intent', row: untold }] })
        }
        await commit({
          writes: [{ op: 'delete', kind: 'payment_intent', account_id: account, id: created.id }],
        })
        expect((await engine.events()).map((one) => one.object)).toEqual([created.document, changed.document])
      })

      test('a failed update of a row does not change the event of the row', async () => {
        const created = row(intentDocument())
        await commit({
          writes: [insert('payment_intent', created)],
          events: [{ ...event, object: created.document }],
        })
        const stale = { ...created, version: 5, document: intentDocument({ amount: 9 }) }
        await store.commit({ writes: [{ op: 'update', kind: 'payment_intent', row: stale }] })
        expect((await engine.events()).map((one) => one.object)).toEqual([created.document])
      })

      test('the store writes nothing of a set when one row conflicts', async () => {
        const existing = await insertIntent()
        const fresh = row(intentDocument())
        const outcome = await store.commit({
          writes: [insert('payment_intent', fresh), insert('payment_intent', existing)],
          events: [event],
          idempotency: saveOf(claimOf()),
        })
        expect(outcome.ok).toBe(false)
        expect(await store.find('payment_intent', fresh.id)).toBeNull()
        expect(await engine.events()).toEqual([])
        expect(await store.idempotencyRecord(claimOf().scope)).toBeNull()
      })

      test('each of many concurrent sets succeeds or fails on its own', async () => {
        const existing = await insertIntent()
        const fresh = Array.from({ length: 20 }, () => row(intentDocument()))
        const negative = row(intentDocument({ amount: -1 }))
        const [good, conflict, violated] = await Promise.all([
          Promise.all(fresh.map((one) => store.commit({ writes: [insert('payment_intent', one)] }))),
          store.commit({ writes: [insert('payment_intent', existing)] }),
          store.commit({ writes: [insert('payment_intent', negative)] }).catch((error: unknown) => error),
        ])
        expect(good.every((outcome) => outcome.ok)).toBe(true)
        expect(conflict.ok).toBe(false)
        expect(violated).toBeInstanceOf(Error)
        expect(await store.list('payment_intent', { account_id: account, limit: 50 })).toHaveLength(21)
      })

      test('exactly one of many concurrent updates of a version wins', async () => {
        const inserted = await insertIntent()
        const outcomes = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            store.commit({
              writes: [
                {
                  op: 'update',
                  kind: 'payment_intent',
                  row: { ...inserted, version: 2, document: intentDocument({ amount: index }) },
                },
              ],
            }),
          ),
        )
        expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
      })
    })

    describe('the database checks the sums of a payment itself', () => {
      const broken: readonly (readonly [string, object])[] = [
        ['authorized above the amount', { amount_authorized: 1001 }],
        ['captured above authorized', { amount_captured: 1001 }],
        ['captured plus voided above authorized', { amount_captured: 600, amount_voided: 401 }],
        ['refunded above captured', { amount_captured: 500, amount_refunded: 501 }],
        [
          'refunded, reversed and disputed together above captured',
          { amount_captured: 500, amount_refunded: 200, amount_reversed: 200, amount_disputed: 101 },
        ],
        ['a negative amount', { amount_rejected: -1 }],
        ['an amount beyond 2^53 - 1', { amount: 2 ** 53 }],
        ['half a cent', { amount: 0.5 }],
        ['a status that does not exist', { status: 'paid' }],
      ]
      test.each(broken)('the database refuses %s', async (_, changes) => {
        const payment = row(paymentDocument('pi_1', changes))
        await expect(store.commit({ writes: [insert('payment', payment)] })).rejects.toThrow()
        expect(await store.find('payment', payment.id)).toBeNull()
      })

      test.each(['processing', 'pending', 'uncaptured', 'captured'])(
        'the database refuses a second success while one is %s',
        async (status) => {
          const first = row(paymentDocument('pi_1', { status }))
          await commit({ writes: [insert('payment', first)] })
          const second = await store.commit({ writes: [insert('payment', row(paymentDocument('pi_1')))] })
          expect(second).toMatchObject({ ok: false, error: { kind: 'version_conflict' } })
        },
      )

      test.each(['failed', 'cancelled', 'voided', 'rejected'])(
        'the database allows another attempt after one that is %s',
        async (status) => {
          const first = row(paymentDocument('pi_1', { status }))
          await commit({ writes: [insert('payment', first)] })
          await commit({ writes: [insert('payment', row(paymentDocument('pi_1')))] })
        },
      )
    })

    describe('lists', () => {
      const at = (index: number) => ({ id: `pi_${index}`, created_at: start + Math.floor(index / 2) })
      beforeEach(async () => {
        for (let index = 0; index < 8; index += 1) {
          const status = index % 2 === 0 ? 'created' : 'captured'
          await insertIntent(intentDocument({ status, amount: index * 100 }), at(index))
        }
      })
      const ids = async (query: Parameters<Store['list']>[1]) =>
        (await store.list('payment_intent', query)).map((found) => found.id)

      test('lists are sorted newest first, by creation and then by id', async () => {
        expect(await ids({ account_id: account, limit: 3 })).toEqual(['pi_7', 'pi_6', 'pi_5'])
      })

      test('lists continue after a position, or end before one, newest first in both cases', async () => {
        const five = at(5)
        expect(await ids({ account_id: account, after: five, limit: 2 })).toEqual(['pi_4', 'pi_3'])
        const two = at(2)
        expect(await ids({ account_id: account, before: two, limit: 2 })).toEqual(['pi_4', 'pi_3'])
        expect(await ids({ account_id: account, after: five, before: two, limit: 9 })).toEqual([
          'pi_4',
          'pi_3',
        ])
      })

      test('lists match every condition', async () => {
        const where = [
          { column: 'status', is: '=', value: 'captured' },
          { column: 'amount', is: '>=', value: 300 },
          { column: 'amount', is: '<', value: 700 },
        ] as const
        expect(await ids({ account_id: account, where, limit: 9 })).toEqual(['pi_5', 'pi_3'])
      })

      test('lists match one of several values, and an empty list of values matches nothing', async () => {
        const among = (value: readonly number[]) =>
          ids({ account_id: account, where: [{ column: 'amount', is: 'in', value }], limit: 9 })
        expect(await among([100, 700, 12])).toEqual(['pi_7', 'pi_1'])
        expect(await among([])).toEqual([])
      })

      test('lists can cover several accounts', async () => {
        await insertIntent(intentDocument(), { account_id: 'acct_two', id: 'pi_8', created_at: start + 9 })
        await insertIntent(intentDocument(), { account_id: 'acct_three', id: 'pi_9', created_at: start + 9 })
        const where = [{ column: 'account_id', is: 'in', value: [account, 'acct_two'] }] as const
        expect(await ids({ where, limit: 2 })).toEqual(['pi_8', 'pi_7'])
      })

      test('lists cannot be filtered by a column that does not exist', async () => {
        const where = [{ column: '1 = 1 --', is: '=', value: 1 }] as const
        await expect(ids({ where, limit: 1 })).rejects.toThrow('cannot be searched')
      })

      test('lists match a part of a name, regardless of its case', async () => {
        const names = ['Élan Café', 'Corner 100% Deli', 'Main_Street']
        const inserted = names.map((name, index) =>
          insert('location', row({ business_id: 'bus_1', name }, { id: `loc_${index}` })),
        )
        await commit({ writes: inserted })
        const found = async (value: string) => {
          const where = [{ column: 'name', is: 'contains', value }] as const
          const rows = await store.list<{ name: string }>('location', {
            account_id: account,
            where,
            limit: 9,
          })
          return rows.map(({ document }) => document.name)
        }
        expect(await found('café')).toEqual(['Élan Café'])
        expect(await found('élan')).toEqual(['Élan Café'])
        expect(await found('0% d')).toEqual(['Corner 100% Deli'])
        expect(await found('_')).toEqual(['Main_Street'])
        expect(await found("' OR 1=1 --")).toEqual([])
      })

      test('lists include what was just written', async () => {
        await insertIntent(intentDocument(), { id: 'pi_new', created_at: start + 99 })
        expect(await ids({ account_id: account, limit: 1 })).toEqual(['pi_new'])
      })
    })

    describeIdempotencyRecords(() => store)
    describeSums(() => store)
    describeTogether(() => store)
    describeExpected(() => store)

    test('the engine returns the time in whole milliseconds', async () => {
      const now = await store.now()
      expect(Number.isSafeInteger(now)).toBe(true)
      expect(Math.abs(now - Date.now())).toBeLessThan(60_000)
    })
  })
}
