import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateOf } from '../../src-service/store/row-writes.ts'
import type { DeliveryDocument } from '../../src-service/webhooks/documents.ts'
import { eventually } from '../support/eventually.ts'
import { startWebhookListener, type WebhookListener } from '../support/webhook-listener.ts'
import { type Ask, createAsk, createMust, expectRefusal, type Must } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

/** Twenty intents of 60 KB each: more than a page of a list may hold (docs/decisions/0030). */
const large = 20
const mostBytes = 1.1 * 1024 * 1024

let service: RunningService
let listener: WebhookListener
let ask: Ask
let must: Must
let endpointId: string
let newestFirst: readonly string[]
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  must = createMust(ask)
  listener = await startWebhookListener()
  const event_types = ['v2.payment_intent.created']
  endpointId = (
    await must('webhook_endpoints.create', { body: { url: listener.url('/large'), event_types } })
  ).id
  const made: string[] = []
  for (let amount = 1; amount <= large; amount += 1) {
    const body = { amount, order_details: { text: 'x'.repeat(60_000) } }
    made.unshift((await must('payment_intents.create', { body })).id)
  }
  newestFirst = made
  const allDelivered = () => expect(listener.received('/large')).toHaveLength(large)
  await eventually(allDelivered)
})
afterAll(async () => {
  await service.stop()
  await listener.stop()
})

const pageOf = async (query: string) => {
  const page = await must('events.list', { query: `?limit=50${query}` })
  return {
    ids: page.data.map(({ data }) => data.object.id),
    events: page.data.map(({ id }) => id),
    bytes: JSON.stringify(page).length,
    next: page.meta.next_cursor,
    more: page.meta.has_more,
  }
}

describe('a page of large events', () => {
  test.each([
    ['of a type', () => '&type=v2.payment_intent.created'],
    ['of an endpoint', () => `&webhook_endpoint_id=${endpointId}`],
  ])(
    'a page of events %s ends after a megabyte, and the next one goes on where it ended',
    async (_, narrowed) => {
      const first = await pageOf(narrowed())
      expect(first.bytes).toBeLessThan(mostBytes)
      expect(first.more).toBe(true)
      expect(first.next).toBe(first.events.at(-1))
      const second = await pageOf(`${narrowed()}&starting_after=${first.next}`)
      expect(second.more).toBe(false)
      expect([...first.ids, ...second.ids]).toEqual(newestFirst)
    },
  )

  test('a page of large events ends after a megabyte the other way, too, with those next to the cursor', async () => {
    const type = '&type=v2.payment_intent.created'
    const before = await pageOf(`${type}&ending_before=evt_0`)
    expect(before.bytes).toBeLessThan(mostBytes)
    expect(before.more).toBe(true)
    expect(before.next).toBe(before.events[0])
    const rest = await pageOf(`${type}&ending_before=${before.next}`)
    expect([...rest.ids, ...before.ids]).toEqual(newestFirst)
  })

  test('the attempts to deliver its events count: a page with long logs ends after a megabyte, both ways', async () => {
    const { id: account } = await must('accounts.get', { path: `/accounts/${service.accountId}` })
    const error = 'x'.repeat(5_000)
    const attempts = Array.from({ length: 20 }, (_, at) => ({ at, status_code: null, error, duration_ms: 1 }))
    const smallest: string[] = []
    const [older] = (await must('events.list', { query: '?limit=1&type=v2.payment_intent.created' })).data
    for (let amount = 1; amount <= large; amount += 1) {
      const { id } = await must('payment_intents.create', { body: { amount } })
      const [event] = (await must('events.list', { query: '?limit=1&type=v2.payment_intent.created' })).data
      expect(event?.data.object.id).toBe(id)
      smallest.unshift(id)
      const deliveryId = `${event?.id}.${endpointId}`
      await eventually(async () => {
        const row = await service.services.store.get<DeliveryDocument>(
          'webhook_delivery',
          account,
          deliveryId,
        )
        expect(row?.document.status).toBe('delivered')
        if (row === null) return
        const document = { ...row.document, attempts }
        const changed = { ...row, version: row.version + 1, document }
        expect(
          await service.services.store.commit({ writes: [updateOf('webhook_delivery', changed)] }),
        ).toMatchObject({ ok: true })
      })
    }
    for (const narrowed of ['&type=v2.payment_intent.created', `&webhook_endpoint_id=${endpointId}`]) {
      const first = await pageOf(narrowed)
      expect(first.bytes).toBeLessThan(mostBytes)
      expect(first.next).toBe(first.events.at(-1))
      const second = await pageOf(`${narrowed}&starting_after=${first.next}`)
      expect([...first.ids, ...second.ids].slice(0, large)).toEqual(smallest)
    }
    const others = await pageOf(`&type=v2.payment_intent.created&ending_before=${older?.id}`)
    expect(others.bytes).toBeLessThan(mostBytes)
    expect(others.more).toBe(true)
    expect(others.next).toBe(others.events[0])
    expect(others.ids.at(-1)).toBe(smallest.at(-1))
  })

  test.each(['starting_after', 'ending_before'])('%s that is no id of an event is refused', async (param) => {
    for (const cursor of ['nobody', 'pi_01h455vb4pex5vsknk084sn02q', '%20']) {
      const answer = await ask('events.list', { query: `?${param}=${cursor}` })
      expect(expectRefusal(answer, 'parameter_invalid').param).toBe(param)
    }
  })

  // Deletes the events, so it must be the last one.
  test('the log of an endpoint goes on after deliveries whose events are deleted already', async () => {
    while ((await service.services.store.purgeEvents({ before: Date.now() + 60_000, most: 500 })) > 0);
    const logged = (after = '') =>
      must('events.list', { query: `?limit=30&webhook_endpoint_id=${endpointId}${after}` })
    const first = await logged()
    expect(first).toMatchObject({ data: [], meta: { has_more: true, next_cursor: expect.any(String) } })
    const second = await logged(`&starting_after=${first.meta.next_cursor}`)
    expect(second).toMatchObject({ data: [], meta: { has_more: false } })
  })
})
