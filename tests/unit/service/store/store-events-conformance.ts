import { describe, expect, test } from 'vitest'
import { firstRow, nextRow, noAccount, updateOf } from '../../../../src-service/store/row-writes.ts'
import type { EventQuery, OutboxEvent, Store, Write, WriteSet } from '../../../../src-service/store/store.ts'
import { firstEventIdAt } from '../../../../src-shared/ids.ts'
import { endpointDocument, endpointWrite } from '../../../support/endpoint-write.ts'
import { eventually } from '../../../support/eventually.ts'
import { account, insert, intentDocument, row, start } from './store-samples.ts'

const event: OutboxEvent = {
  id: 'evt_1',
  account_id: account,
  type: 'v2.payment_intent.created',
  created_at: start,
  sequence: 1,
  object: { id: 'pi_1' },
}

async function commit(store: Store, set: WriteSet): Promise<void> {
  const outcome = await store.commit(set)
  if (!outcome.ok) throw new Error(`the commit failed: ${JSON.stringify(outcome.error)}`)
}

/** Reading events and marking them as settled. @param store the one under test */
export function describeEvents(store: () => Store): void {
  describe('events', () => {
    test('the store returns events by account, type and position, newest first', async () => {
      const other = 'acct_other'
      const made = (id: string, account_id: string, type: string): OutboxEvent => ({
        ...{ ...event, id, account_id, type },
        object: { id: `pi_${id}` },
      })
      const one = made('evt_1', account, 'v2.refund.created')
      const two = made('evt_2', other, 'v2.refund.created')
      const three = made('evt_3', account, 'v2.fee.created')
      const four = made('evt_4', account, 'v2.refund.created')
      await commit(store(), { writes: [], events: [one, two, three, four] })
      const ids = async (query: Omit<EventQuery, 'limit'>, limit = 10) =>
        (await store().events({ ...query, limit })).map(({ id }) => id)
      expect(await store().event('evt_2')).toEqual(two)
      expect(await store().event('evt_none')).toBeNull()
      expect(await ids({ accountIds: [account, other] })).toEqual(['evt_4', 'evt_3', 'evt_2', 'evt_1'])
      expect(await ids({ accountIds: [account] }, 2)).toEqual(['evt_4', 'evt_3'])
      expect(await ids({ accountIds: [account], type: 'v2.refund.created' })).toEqual(['evt_4', 'evt_1'])
      expect(await ids({ accountIds: [account, other], before: 'evt_3' })).toEqual(['evt_2', 'evt_1'])
      expect(await ids({ accountIds: [account, other], after: 'evt_1' }, 2)).toEqual(['evt_3', 'evt_2'])
      expect(await ids({ accountIds: [] })).toEqual([])
    })

    test('events that were written without any endpoint are not pending', async () => {
      const pending = async () => (await store().events({ pending: true, limit: 9 })).map(({ id }) => id)
      const endpoint = firstRow(noAccount, 'we_1', endpointDocument(), start)
      const disabled = nextRow(endpoint, endpointDocument({ status: 'disabled' }), start)
      const writes: readonly (readonly Write[])[] = [
        [],
        [insert('webhook_endpoint', endpoint)],
        [],
        [updateOf('webhook_endpoint', disabled)],
        [],
      ]
      for (const [index, some] of writes.entries()) {
        if (some.length > 0) await commit(store(), { writes: some })
        else await commit(store(), { writes: [], events: [{ ...event, id: `evt_${index}` }] })
      }
      expect(await pending()).toEqual(['evt_2'])
    })

    test('the store keeps events pending, oldest first, until their deliveries are written', async () => {
      const made = row(intentDocument())
      const events = ['evt_1', 'evt_2', 'evt_3'].map((id) => ({ ...event, id, object: made.document }))
      await commit(store(), { writes: [endpointWrite()] })
      await commit(store(), { writes: [insert('payment_intent', made)], events })
      const pending = async (limit = 10) =>
        (await store().events({ pending: true, before: 'evt_3', limit })).map(({ id, object }) => [
          id,
          object,
        ])
      expect(await pending()).toEqual([
        ['evt_1', made.document],
        ['evt_2', made.document],
      ])
      expect(await pending(1)).toEqual([['evt_1', made.document]])
      expect(await store().events({ pending: true, after: 'evt_1', limit: 1 })).toMatchObject([
        { id: 'evt_2' },
      ])
      await store().settleEvents(['evt_1', 'evt_none'])
      expect(await pending()).toEqual([['evt_2', made.document]])
    })

    test('the store removes the oldest events, up to the given number, and none after the given time', async () => {
      const made = row(intentDocument())
      const at = Date.UTC(2026, 0, 1)
      const ids = [-2, -1, 0, 1].map((ms) => `${firstEventIdAt(at + ms)}0000000000000000`)
      await commit(store(), {
        writes: [insert('payment_intent', made)],
        events: ids.map((id) => ({ ...event, id, type: id, object: made.document })),
      })
      const types = async () =>
        (await store().events({ accountIds: [account], limit: 9 })).map(({ type }) => type).reverse()
      expect(await store().purgeEvents({ before: at, most: 1 })).toBe(1)
      expect(await types()).toEqual(ids.slice(1))
      expect(await store().purgeEvents({ before: at, most: 5 })).toBe(1)
      expect(await store().purgeEvents({ before: at, most: 5 })).toBe(0)
      expect(await types()).toEqual(ids.slice(2))
    })

    test('the store counts the commits that are not completed, including those that it will refuse', async () => {
      const made = row(intentDocument())
      const set = { writes: [insert('payment_intent', made)] }
      const asked = [store().commit(set), store().commit(set)]
      expect(store().waiting()).toBe(2)
      expect((await Promise.all(asked)).map((outcome) => outcome.ok)).toEqual([true, false])
      await eventually(() => expect(store().waiting()).toBe(0))
    })

    test('a conflict in the same batch prevents neither settling events nor purging keys', async () => {
      const made = row(intentDocument())
      await commit(store(), { writes: [insert('payment_intent', made)], events: [event] })
      const claim = { scope: 'old', fingerprint: 'f', created_at: start }
      await commit(store(), { writes: [], idempotency: { op: 'claim', claim } })
      const [refused, , purged] = await Promise.all([
        store().commit({ writes: [insert('payment_intent', made)] }),
        store().settleEvents([event.id]),
        store().purgeIdempotency({ answersBefore: start, claimsBefore: start + 1 }),
      ])
      expect(refused.ok).toBe(false)
      expect(await store().events({ pending: true, limit: 10 })).toEqual([])
      expect(purged).toBe(1)
    })
  })
}
