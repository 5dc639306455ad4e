import { describe, expect, test } from 'vitest'
import { webhookExamples } from '../../src-service/http/reference/webhook-examples.ts'
import type { OutboxEvent } from '../../src-service/store/store.ts'
import { endpointHandlers } from '../../src-service/webhooks/endpoint-handlers.ts'
import { listen } from '../../src-service/webhooks/listen.ts'
import type { EventResource } from '../../src-shared/api/event-types.ts'
import type { OperationReply } from '../../src-shared/api/operations.ts'
import { type Event, eventObjectSchemas, webhookBodySchema } from '../../src-shared/api/schemas/event.ts'
import type { WebhookEndpoint } from '../../src-shared/api/schemas/webhook-endpoint.ts'
import { expectRefusal, type Request } from './support/ask.ts'
import { poll, webhooksOfFile } from './support/webhooks-of-file.ts'

const hourMs = 3_600_000

const { service, ask, must, listener, listenTo } = webhooksOfFile()

const createIntent = (amount: number, request: Request = {}) =>
  must('payment_intents.create', { ...request, body: { amount } })

async function eventOf(objectId: string): Promise<Event> {
  const { data } = await must('events.list', { query: '?limit=50' })
  const found = data.find(({ data: shown }) => shown.object.id === objectId)
  if (found === undefined) throw new Error(`there is no event of ${objectId}`)
  return found
}

const getEvent = ({ id }: Event) => must('events.get', { path: `/events/${id}` })

describe('a webhook', () => {
  test('a webhook is sent to the first endpoint, which another node created while this node knew of none', async () => {
    const { services } = service
    const pending = () => services.store.events({ pending: true, limit: 50 })
    await createIntent(500)
    // The node has found that there is no endpoint.
    await expect.poll(async () => (await pending()).length, poll).toBe(0)
    const account = await services.accounts.account(service.accountId)
    const tenantId = account?.document.tenant_id ?? ''
    const caller = { keyId: 'key_1', tenantId, level: 'tenant_admin', accountId: null } as const
    const body = { url: listener.url('/another-node'), event_types: ['v2.payment_intent.created'] as const }
    const made = await endpointHandlers(services, true)['webhook_endpoints.create']({ caller, body } as never)
    if (!made.ok) throw new Error(made.error.message)
    const intent = await createIntent(600)
    await expect.poll(() => listener.received('/another-node').length, poll).toBe(1)
    const { id, secret } = made.value as WebhookEndpoint
    const [webhook] = listener.verified('/another-node', secret ?? '')
    expect(webhook?.data.object).toMatchObject({ id: intent.id, amount: 600 })
    await expect.poll(async () => (await pending()).length, poll).toBe(0)
    await must('webhook_endpoints.delete', { path: `/webhook_endpoints/${id}` })
  })

  test('a webhook shows the resource at the time of the event, signed for the endpoint that listens to its type', async () => {
    const created = await listenTo(['v2.payment_intent.created'])
    const others = await listenTo(['v2.refund.*', 'v2.checkout_session.completed'])
    const intent = await createIntent(1234)
    await expect.poll(() => listener.received(created.path).length, poll).toBe(1)
    const [body] = listener.verified(created.path, created.secret)
    expect(body).toMatchObject({ type: 'v2.payment_intent.created', sequence: 1 })
    expect(body?.data.object).toEqual({ ...intent, client_secret: null })
    expect(() => listener.verified(created.path, others.secret)).toThrow()
    expect(listener.received(others.path)).toEqual([])
    const event = await eventOf(intent.id)
    expect(event.id).toBe(body?.id)
    await expect
      .poll(async () => (await getEvent(event)).deliveries, poll)
      .toContainEqual(
        expect.objectContaining({
          webhook_endpoint_id: created.id,
          status: 'delivered',
          next_attempt_at: null,
        }),
      )
  })

  test('a webhook numbers the changes of a resource in the order in which they were made', async () => {
    const { path, secret } = await listenTo(['v2.payment_intent.*'])
    const intent = await createIntent(100)
    for (const amount of [200, 300]) {
      await must('payment_intents.update', { path: `/payment_intents/${intent.id}`, body: { amount } })
    }
    await expect.poll(() => listener.received(path).length, poll).toBe(3)
    const bodies = [...listener.verified(path, secret)].sort((one, other) => one.sequence - other.sequence)
    expect(bodies.map(({ sequence, data }) => [sequence, data.object.amount])).toEqual([
      [1, 100],
      [2, 200],
      [3, 300],
    ])
  })

  test('a webhook of another account does not reach an endpoint that is limited to one', async () => {
    const neighbour = await service.makeTenant()
    const mine = await listenTo(['*'], { account_id: service.accountId })
    const theirs = await listenTo(['*'], {}, { key: neighbour.privateKey })
    const request = { key: neighbour.privateKey, accountId: neighbour.accountId }
    const intent = await createIntent(700, request)
    await expect.poll(() => listener.received(theirs.path).length, poll).toBe(1)
    await createIntent(800)
    await expect.poll(() => listener.received(mine.path).length, poll).toBe(1)
    expect(listener.verified(mine.path, mine.secret)[0]?.data.object.amount).toBe(800)
    expect(listener.received(theirs.path)).toHaveLength(1)
    const foreign = await ask('events.list', request)
    const [event] = (foreign.body as OperationReply<'events.list'>).data
    expect(event?.data.object.id).toBe(intent.id)
    expectRefusal(await ask('events.get', { path: `/events/${event?.id}` }), 'resource_missing')
    expectRefusal(
      await ask('webhook_endpoints.get', { path: `/webhook_endpoints/${theirs.id}` }),
      'resource_missing',
    )
  })

  test('a webhook of a business does not reach an endpoint that is limited to one of its accounts', async () => {
    const business_id = service.businessId
    const key = await service.makeKey('account', { account_id: service.accountId })
    const narrow = await listenTo(['*'], {}, { key })
    const wide = await listenTo(['v2.application.*'], { business_id })
    await must('applications.create', {
      body: { business_id, owners: [{ first_name: 'Ana', last_name: 'Whole', ssn: '457558462' }] },
    })
    await expect.poll(() => listener.received(wide.path).length, poll).toBe(1)
    const query = '?type=v2.application.created'
    const [event] = (await must('events.list', { accountId: null, query })).data
    expectRefusal(await ask('events.get', { key, path: `/events/${event?.id}` }), 'resource_missing')
    // A webhook to an endpoint of the account would have arrived before this one.
    await createIntent(650)
    await expect.poll(() => listener.received(narrow.path).length, poll).toBeGreaterThan(0)
    const types = listener.verified(narrow.path, narrow.secret).map(({ type }) => type)
    expect(types).toEqual(['v2.payment_intent.created'])
    const again = { path: `/events/${event?.id}/redeliver`, body: { webhook_endpoint_id: narrow.id } }
    expectRefusal(await ask('events.redeliver', { accountId: null, ...again }), 'state_conflict')
  })

  test('a failed webhook is retried on the schedule, and each attempt is in its log', async () => {
    const { path, id, get } = await listenTo(['v2.payment_intent.created'])
    listener.answer(path, 500)
    const event = await eventOf((await createIntent(900)).id)
    const delivery = async () =>
      (await getEvent(event)).deliveries.find(({ webhook_endpoint_id }) => webhook_endpoint_id === id)
    await expect.poll(async () => (await delivery())?.attempts.length, poll).toBe(1)
    expect(await delivery()).toMatchObject({
      status: 'pending',
      attempts: [{ status_code: 500, error: 'answered 500' }],
    })
    // The endpoint is changed after the log of the delivery.
    await expect.poll(async () => (await get()).failing_since, poll).not.toBeNull()
    listener.answer(path, 302)
    service.services.clock.advance(6_000)
    await expect.poll(async () => (await delivery())?.attempts[1]?.error, poll).toContain('redirects')
    listener.answer(path, 204)
    service.services.clock.advance(6 * 60_000)
    await expect.poll(async () => (await delivery())?.status, poll).toBe('delivered')
    expect(listener.received(path).map(({ headers }) => headers['webhook-id'])).toEqual(
      Array.from({ length: 3 }, () => event.id),
    )
    expect(listener.received('/elsewhere')).toEqual([])
    await expect.poll(async () => (await get()).failing_since, poll).toBeNull()
    const log = await must('events.list', { query: `?webhook_endpoint_id=${id}&delivery_status=delivered` })
    expect(log.data.map((one) => one.id)).toEqual([event.id])
    const failed = await must('events.list', { query: `?webhook_endpoint_id=${id}&delivery_status=failed` })
    expect(failed.data).toEqual([])
  })

  test('a webhook without an answer within 15 seconds has failed, and holds up no other endpoint', async () => {
    const dead = await listenTo(['v2.payment_intent.created'])
    const quick = await listenTo(['v2.payment_intent.created'])
    listener.answer(dead.path, 'never')
    for (let amount = 1; amount <= 20; amount += 1) await createIntent(amount)
    await expect.poll(() => listener.received(quick.path).length, poll).toBe(20)
    expect(listener.received(dead.path)).toHaveLength(1)
    service.services.clock.advance(15_500)
    await expect.poll(async () => (await dead.get()).failing_since, poll).not.toBeNull()
    await must('webhook_endpoints.delete', { path: `/webhook_endpoints/${dead.id}` })
  })

  test('a webhook can be delivered again, even to an endpoint that was disabled in between', async () => {
    const { path, id, secret, update } = await listenTo(['v2.payment_intent.created'])
    await update({ status: 'disabled' })
    const intent = await createIntent(4321)
    const event = await eventOf(intent.id)
    const redeliver = { path: `/events/${event.id}/redeliver`, body: { webhook_endpoint_id: id } }
    expectRefusal(await ask('events.redeliver', redeliver), 'state_conflict')
    await update({ status: 'enabled' })
    await must('events.redeliver', redeliver)
    await expect.poll(() => listener.received(path).length, poll).toBe(1)
    await expect
      .poll(async () => (await getEvent(event)).deliveries.map(({ status }) => status), poll)
      .not.toContain('pending')
    await must('events.redeliver', redeliver)
    await expect.poll(() => listener.received(path).length, poll).toBe(2)
    expect(listener.verified(path, secret).map((body) => body.data.object.id)).toEqual([intent.id, intent.id])
  })
})

describe('a webhook endpoint', () => {
  test('a webhook endpoint shows its secret once, and signs with both secrets during a rotation', async () => {
    const { path, secret, get, update } = await listenTo(['v2.payment_intent.created'])
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{42,}={0,2}$/)
    expect((await get()).secret).toBeNull()
    const rotated = await update({ rotate_secret: { overlap_seconds: 3600 } })
    expect(rotated.secret).not.toBe(secret)
    const { id: first } = await createIntent(501)
    await expect.poll(() => listener.received(path).length, poll).toBe(1)
    // Deliveries under way when the clock is advanced would time out.
    await expect
      .poll(async () => (await eventOf(first)).deliveries.some(({ status }) => status === 'pending'), poll)
      .toBe(false)
    expect(listener.verified(path, secret)).toEqual(listener.verified(path, rotated.secret ?? ''))
    service.services.clock.advance(hourMs + 1000)
    await createIntent(502)
    await expect.poll(() => listener.received(path).length, poll).toBe(2)
    expect(() => listener.verified(path, secret)).toThrow()
    expect(listener.received(path)[1]?.headers['webhook-signature']).not.toContain(' ')
  })

  test('a webhook endpoint that answers 410 is disabled at once', async () => {
    const { path, get } = await listenTo(['v2.payment_intent.created'])
    listener.answer(path, 410)
    await createIntent(503)
    await expect.poll(async () => (await get()).status, poll).toBe('disabled')
    expect((await get()).disabled_reason).toBe('gone')
  })

  test('a webhook endpoint that fails for five days is disabled, and its pending deliveries are cancelled', async () => {
    const { path, id, get } = await listenTo(['v2.payment_intent.created'])
    listener.answer(path, 503)
    const first = await eventOf((await createIntent(504)).id)
    await expect.poll(async () => (await get()).failing_since, poll).not.toBeNull()
    service.services.clock.advance(5 * 24 * hourMs)
    await expect.poll(async () => (await get()).disabled_reason, poll).toBe('failing')
    service.services.clock.advance(25 * hourMs)
    await expect
      .poll(async () => {
        const { deliveries } = await getEvent(first)
        return deliveries.find(({ webhook_endpoint_id }) => webhook_endpoint_id === id)?.status
      }, poll)
      .toBe('cancelled')
  })

  test('a webhook endpoint accepts only known event types, and an address without a password', async () => {
    const refused = async (body: object) =>
      expectRefusal(await ask('webhook_endpoints.create', { body }), 'parameter_invalid')
    const url = listener.url('/any')
    expect((await refused({ url, event_types: ['v2.payment.guessed'] })).param).toBe('event_types.0')
    expect((await refused({ url: 'http://user:word@127.0.0.1/' })).param).toBe('url')
    expect((await refused({ url: 'http://127.0.0.1/#part' })).param).toBe('url')
    expect((await refused({ url: 'ftp://127.0.0.1/' })).param).toBe('url')
  })

  test('a webhook endpoint is listed only for keys that reach everything it listens to', async () => {
    const narrow = await listenTo(['*'], { account_id: service.accountId })
    const wide = await listenTo(['*'])
    const idsFor = async (key: string) => {
      const page = await must('webhook_endpoints.list', { key, query: '?limit=50' })
      return page.data.map(({ id }: WebhookEndpoint) => id)
    }
    const account = await service.makeKey('read_only', { account_id: service.accountId })
    expect(await idsFor(account)).toContain(narrow.id)
    expect(await idsFor(account)).not.toContain(wide.id)
    expect(await idsFor(service.privateKey)).toEqual(expect.arrayContaining([narrow.id, wide.id]))
    const writer = await service.makeKey('account', { account_id: service.accountId })
    const path = `/webhook_endpoints/${wide.id}`
    expectRefusal(await ask('webhook_endpoints.delete', { key: writer, path }), 'resource_missing')
  })
})

describe('a developer without a public address', () => {
  test('a developer without a public address can have signed events posted to a local program', async () => {
    const stop = new AbortController()
    const lines: Record<string, unknown>[] = []
    const listening = {
      serviceUrl: service.directUrl,
      apiKey: service.privateKey,
      forwardUrl: listener.url('/developer'),
    }
    const ended = listen(listening, (line) => lines.push({ ...line }), stop.signal)
    await expect.poll(() => lines.length, poll).toBe(1)
    const [one, two] = [await createIntent(61), await createIntent(62)]
    await expect.poll(() => listener.received('/developer').length, poll).toBe(2)
    const bodies = listener.verified('/developer', String(lines[0]?.secret))
    expect(bodies.map(({ data }) => data.object.id)).toEqual([one.id, two.id])
    await expect.poll(() => lines.at(-1), poll).toMatchObject({ id: bodies[1]?.id, status: 200 })

    // Its id was made before those of two events that were committed, and forwarded, first.
    const { store, newId } = service.services
    const lateId = newId('event')
    const three = await createIntent(63)
    await expect.poll(() => listener.received('/developer').length, poll).toBe(3)
    const event = await store.event((await eventOf(three.id)).id)
    await store.commit({ writes: [], events: [{ ...(event as OutboxEvent), id: lateId }] })
    await expect.poll(() => lines.at(-1), poll).toMatchObject({ id: lateId, status: 200 })
    expect(listener.received('/developer')).toHaveLength(4)
    stop.abort()
    await ended
  })
})

describe('the examples of webhooks', () => {
  test.each(Object.entries(webhookExamples()))(
    'the examples of webhooks show a %s according to its schema',
    (resource, { types, body }) => {
      expect(webhookBodySchema.parse(body)).toEqual(body)
      expect(types).toContain(body.type)
      expect(eventObjectSchemas[resource as EventResource].parse(body.data.object)).toEqual(body.data.object)
    },
  )
})

describe('the list of events', () => {
  test('the list of events includes those of a business without an account, for keys that reach it', async () => {
    const partner = await service.makeKey('partner', { partner_id: 'ptn_events' })
    const other = await service.makeKey('partner', { partner_id: 'ptn_other' })
    const request = { key: partner, accountId: null }
    const { id: business_id } = await must('businesses.create', { ...request, body: { name: 'New Café' } })
    const application = await must('applications.create', { ...request, body: { business_id } })
    const listed = async (key: string) => {
      const page = await must('events.list', { key, accountId: null, query: '?limit=50' })
      return page.data.map(({ data }) => data.object.id)
    }
    const business = await service.makeKey('business', { business_id })
    for (const key of [partner, business, service.privateKey]) {
      expect(await listed(key)).toContain(application.id)
    }
    expect(await listed(other)).not.toContain(application.id)
  })

  test('the list of events can be paged in both directions, filtered by type, and contains no secret', async () => {
    const ids: string[] = []
    for (let amount = 1; amount <= 4; amount += 1) ids.unshift((await createIntent(amount)).id)
    const session = await must('checkout_sessions.create', { body: { payment_intent_data: { amount: 5 } } })
    const page = async (query: string) =>
      must('events.list', { query: `?type=v2.payment_intent.created${query}` })
    const first = await page('&limit=3')
    expect(first.data.map(({ data }) => data.object.id)).toEqual([
      session.payment_intent_id,
      ...ids.slice(0, 2),
    ])
    const second = await page(`&limit=2&starting_after=${first.meta.next_cursor}`)
    expect(second.data.map(({ data }) => data.object.id)).toEqual(ids.slice(2, 4))
    const back = await page(`&limit=2&ending_before=${second.data[0]?.id}`)
    expect(back.data.map(({ id }) => id)).toEqual(first.data.slice(1).map(({ id }) => id))
    const all = JSON.stringify(await must('events.list', { query: '?limit=50' }))
    expect(all).not.toContain('_secret_')
    expect(all).not.toContain(session.url?.split('#')[1])
  })
})
