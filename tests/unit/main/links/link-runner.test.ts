import { randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askService } from '../../../../src-main/links/link-requests.ts'
import { startLinkRunner } from '../../../../src-main/links/link-runner.ts'
import { openLinks } from '../../../../src-main/links/open-links.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import type { CheckoutSession } from '../../../../src-shared/api/schemas/checkout-session.ts'
import type { Language } from '../../../../src-shared/language.ts'
import type { LinkReceiver, ShownLink } from '../../../../src-shared/pos/links/payment-link.ts'
import {
  type LinkAnswer,
  type LinkRequest,
  linkAfter,
} from '../../../../src-shared/pos/links/payment-link-steps.ts'
import { plainLine } from '../../../../src-shared/pos/order/plain-line.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { must } from '../../../support/must.ts'
import { payOnPage } from '../../../support/pay-on-page.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog, startTestService, type TestService, until } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

type Call = Client['call']

/** Links in a folder of their own; `client` may lose requests. */
async function openInFolder(
  folder: string,
  client: () => Client | null = () => service.client,
  language: Language = 'en',
) {
  let shown: readonly ShownLink[] = []
  let unreadable = 0
  const runner = await openLinks({
    client,
    language: () => language,
    path: join(folder, 'links.json'),
    onLinks: (links) => {
      shown = links
    },
    onUnreadable: (count) => {
      unreadable = count
    },
    now: Date.now,
    log: quietLog,
  })
  const state = (id: string) => shown.find((link) => link.id === id)
  return {
    ...runner,
    shown: () => shown,
    unreadable: () => unreadable,
    becomes: (id: string, wanted: ShownLink['state']) =>
      until(
        () => state(id),
        (link) => link?.state === wanted,
        60_000,
      ),
    state,
  }
}

const newLink = (receiver: LinkReceiver = { kind: 'code' }) => ({
  id: `link_${randomUUID()}`,
  amount: 1234,
  currency: 'USD',
  note: 'Table 4',
  order: null,
  receiver,
})

const sessionsOf = async (id: string) => {
  const { data } = await must(service.client.call('checkout_sessions.list', { query: { limit: 50 } }))
  return data.filter(({ reference_id }) => reference_id === id)
}

/** A client that loses the answer to the first `lost.count` calls of the operation `name`. */
function losing(name: string, lost: { count: number }): Client {
  const call = (async (operation: string, input: never) => {
    const answer = await service.client.call(operation as never, input)
    if (operation !== name || lost.count === 0) return answer
    lost.count -= 1
    return err({ kind: 'no_answer', reason: 'lost by a test' })
  }) as unknown as Call
  return { call }
}

describe('a payment link of the counter', () => {
  test('a link is created with its payment, and paid when its session is', async () => {
    const links = await openInFolder(await temporaryFolder('countertop-links'))
    const made = newLink()
    await links.send(made)
    const open = await links.becomes(made.id, 'open')
    expect(open?.url).toMatch(/\/checkout\/cs_\w+#/)
    const [session] = await sessionsOf(made.id)
    expect(session).toMatchObject({ amount: 1234, status: 'open' })
    await payOnPage(service.access.url, session as CheckoutSession)
    await links.becomes(made.id, 'paid')
    links.stop()
  })

  test('a link includes the lines of its order, and the order is kept until the link is paid', async () => {
    const links = await openInFolder(await temporaryFolder('countertop-links'))
    const order = { id: 'ord_1', lines: [plainLine('l1', 'Tea', 1_234)], discounts: [] }
    const made = { ...newLink(), order }
    expect(await links.send(made)).toBe(true)
    await links.becomes(made.id, 'open')
    const found = await must(
      service.client.call('payment_intents.search', { body: { reference_id: made.id, limit: 1 } }),
    )
    expect(found.data[0]?.order_details).toMatchObject({
      order_id: 'ord_1',
      items: [{ name: 'Tea', amount: 1_234 }],
      total: 1_234,
    })
    expect(links.unpaidOrder(made.id)).toBeNull()
    links.withdraw(made.id)
    await links.becomes(made.id, 'withdrawn')
    expect(links.unpaidOrder(made.id)).toEqual(order)
    links.stop()
  })

  test('a link in a currency that the service does not support is not created', async () => {
    const links = await openInFolder(await temporaryFolder('countertop-links'))
    const made = { ...newLink(), currency: 'EUR' }
    await links.send(made)
    await links.becomes(made.id, 'not_made')
    expect(await sessionsOf(made.id)).toHaveLength(0)
    links.stop()
  })

  test('a link whose creation got no answer is found again, with a single session', async () => {
    const lost = { count: 1 }
    const client = losing('checkout_sessions.create', lost)
    const links = await openInFolder(await temporaryFolder('countertop-links'), () => client)
    const made = newLink()
    void links.send(made)
    await links.becomes(made.id, 'open')
    expect(lost.count).toBe(0)
    expect(await sessionsOf(made.id)).toHaveLength(1)
    links.stop()
  })

  test('a counter killed between creation and sending of a link creates no second session', async () => {
    const folder = await temporaryFolder('countertop-links')
    let created = () => {}
    const reached = new Promise<void>((resolve) => {
      created = resolve
    })
    // The service creates the session, and the counter crashes before the answer.
    const dying: Client = {
      call: (async (operation: string, input: never) => {
        await service.client.call(operation as never, input)
        created()
        return new Promise(() => {})
      }) as unknown as Call,
    }
    const before = await openInFolder(folder, () => dying)
    const made = newLink()
    before.send(made)
    await reached
    before.stop()

    const after = await openInFolder(folder)
    expect(after.state(made.id)).toMatchObject({ state: 'creating', creations: 1 })
    await after.becomes(made.id, 'open')
    expect(await sessionsOf(made.id)).toHaveLength(1)
    after.stop()
  })

  test('withdrawing a link ends its session, and the link is removed once it was acknowledged', async () => {
    const links = await openInFolder(await temporaryFolder('countertop-links'))
    const made = newLink()
    void links.send(made)
    await links.becomes(made.id, 'open')
    expect(links.acknowledge(made.id)).toBe(false)
    expect(links.withdraw(made.id)).toBe(true)
    const withdrawn = await links.becomes(made.id, 'withdrawn')
    expect(withdrawn?.url).toBeNull()
    expect((await sessionsOf(made.id))[0]?.status).toBe('expired')
    expect(links.withdraw(made.id)).toBe(false)
    expect(links.acknowledge(made.id)).toBe(true)
    expect(links.shown()).toEqual([])
    links.stop()
  })

  test('a link of a service without a public address is not sent', async () => {
    const links = await openInFolder(await temporaryFolder('countertop-links'))
    const made = newLink({ kind: 'email', address: 'name@example.com' })
    void links.send(made)
    expect(await links.becomes(made.id, 'open')).toMatchObject({ delivery: 'local' })
    links.stop()
  })

  test('a link is sent by text message and by e-mail in the counter’s language, once even with a restart', async () => {
    const reached = await startTestService({ publicUrl: 'https://pay.example.com' })
    try {
      const folder = await temporaryFolder('countertop-links')
      const links = await openInFolder(folder, () => reached.client, 'es')
      const bySms = newLink({ kind: 'sms', phone_number: '+15550100123' })
      const byMail = newLink({ kind: 'email', address: 'name@example.com' })
      for (const made of [bySms, byMail]) void links.send(made)
      const isSent = (id: string) => () => links.state(id)?.delivery
      for (const { id } of [bySms, byMail]) await until(isSent(id), (delivery) => delivery === 'sent', 60_000)
      links.stop()
      const again = await openInFolder(folder, () => reached.client, 'es')
      await until(
        () => again.shown().map(({ url }) => url),
        (urls) => urls.length === 2 && urls.every((url) => url !== null),
        60_000,
      )
      again.stop()
      const { data } = await must(reached.client.call('sandbox.outbox', {}))
      expect(data.map(({ kind, to }) => [kind, to]).sort()).toEqual([
        ['email', ['name@example.com']],
        ['sms', ['+15550100123']],
      ])
      for (const { text } of data) {
        expect(text).toContain('https://pay.example.com/checkout/cs_')
        expect(text).toMatch(/pag/i)
      }
    } finally {
      await reached.stop()
    }
  })

  test('an unreadable file of links is reported until it is acknowledged, also after restarts', async () => {
    const folder = await temporaryFolder('countertop-links')
    await writeFile(join(folder, 'links.json'), JSON.stringify([{ id: 'of another version' }]))
    for (const _start of [1, 2]) {
      const links = await openInFolder(folder)
      expect(links.unreadable()).toBe(1)
      links.stop()
    }
    const links = await openInFolder(folder)
    expect(links.acknowledgeUnreadable()).toBe(true)
    expect(links.unreadable()).toBe(0)
    expect(links.acknowledgeUnreadable()).toBe(false)
    await until(
      () => readdir(folder),
      (names) => names.some((name) => name.endsWith('.seen')),
    )
    links.stop()
    const after = await openInFolder(folder)
    expect(after.unreadable()).toBe(0)
    after.stop()
  })

  test('no secret of a link is stored on this computer', async () => {
    const folder = await temporaryFolder('countertop-links')
    const links = await openInFolder(folder)
    const made = newLink()
    await links.send(made)
    const open = await links.becomes(made.id, 'open')
    const secret = open?.url?.split('#')[1] ?? ''
    expect(secret.length).toBeGreaterThan(10)
    expect(await readFile(join(folder, 'links.json'), 'utf8')).not.toContain(secret)
    links.stop()
  })
})

/** Runs a link with these answers, and returns its requests and pauses, up to a limit. */
async function requestsOf(answer: (request: LinkRequest) => LinkAnswer, write: () => Promise<void>) {
  const seen: (LinkRequest | 'pause')[] = []
  let ended = () => {}
  const end = new Promise<void>((resolve) => {
    ended = resolve
  })
  const runner = startLinkRunner({
    file: { read: async () => [], write },
    links: [],
    ask: async (_, request) => {
      seen.push(request)
      if (seen.length > 20) {
        runner.stop()
        ended()
      }
      return answer(request)
    },
    onLinks: () => {},
    now: Date.now,
    pause: async () => {
      seen.push('pause')
    },
    log: quietLog,
  })
  void runner.send(newLink())
  await end
  return seen
}

/** Requests that followed another request without a pause. */
const unpaused = (seen: readonly (LinkRequest | 'pause')[]) =>
  seen.filter((one, at) => at > 0 && one !== 'pause' && seen[at - 1] !== 'pause')

describe('a link that makes no progress', () => {
  test('a link whose creation keeps failing waits before each request', async () => {
    const seen = await requestsOf(
      (request) => ({ kind: request === 'create' ? 'no_answer' : 'none' }),
      async () => {},
    )
    expect(seen).toContain('find')
    expect(unpaused(seen)).toEqual([])
  })

  test('a link that cannot be written to the disk waits before each request', async () => {
    const seen = await requestsOf(
      () => ({ kind: 'none' }),
      () => Promise.reject(new Error('disk full')),
    )
    expect(unpaused(seen)).toEqual([])
  })
})

describe('the paid amount of a link', () => {
  /** A service that returns a complete session, or none. */
  const answering = (replies: Readonly<Record<string, unknown>>): Client => ({
    call: (async (operation: string) =>
      replies[operation] ??
      err({ kind: 'refused', status: 404, error: { code: 'resource_missing' } })) as unknown as Call,
  })
  const made = newLink()
  const asked = {
    ...made,
    made_at: '2026-11-22T09:00:00.000Z',
    bill: null,
    state: 'open' as const,
    session_id: 'cs_1',
    paid: null,
    delivery: 'sent' as const,
    withdrawing: false,
    awaits_bank: null,
    creations: 1,
  }
  const look = (replies: Readonly<Record<string, unknown>>) => {
    const client = answering(replies)
    return askService({ client: () => client, language: () => 'en', log: quietLog }, asked, 'look')
  }
  const nothingBack = { amount_refunded: 0, amount_reversed: 0 }
  const complete = ok({ id: 'cs_1', status: 'complete', url: null, payment_intent_id: 'pi_1' })

  test.each([
    ['what was captured', { amount_authorized: 500_000, amount_captured: 400_000 }, 400_000],
    ['what was authorized, before the capture', { amount_authorized: 500_000, amount_captured: 0 }, 500_000],
  ])('a link is paid %s', async (_, amounts, paid) => {
    expect(
      await look({
        'checkout_sessions.get': complete,
        'payment_intents.get': ok({ ...amounts, ...nothingBack }),
      }),
    ).toMatchObject({ kind: 'session', session: { status: 'complete', paid } })
  })

  const payment = {
    ...{ id: 'pmt_1', status: 'captured', amount_captured: 5_000, payment_method: null },
    ...{ entry_mode: null, signature: null, terminal_details: null, emv_tag_data: null, auth_code: null },
  }
  const lookRefunded = (amount_refunded: number, awaits: 'processor' | 'settlement') => {
    const back = { amount_refunded, amount_reversed: 0 }
    const latest_payment = { ...payment, ...back }
    return look({
      'checkout_sessions.get': complete,
      'payment_intents.get': ok({ id: 'pi_1', ...{ amount_captured: 5_000, ...back }, latest_payment }),
      'payments.list_refunds': ok({
        data: [{ status: 'processing', awaits, amount: amount_refunded }],
        meta: { has_more: false },
      }),
    })
  }

  test('a refunded link is paid in part, or not at all when everything was refunded', async () => {
    const part = await lookRefunded(1_200, 'settlement')
    expect(linkAfter(asked, part)).toMatchObject({ state: 'paid', paid: 3_800 })
    expect(part).toMatchObject({ session: { payment: { payment: { amount: 3_800, returned: 1_200 } } } })
    expect(linkAfter(asked, await lookRefunded(5_000, 'settlement'))).toMatchObject({
      ...{ state: 'not_known', paid: null },
    })
    // The bank may still refuse the refund.
    expect(await lookRefunded(5_000, 'processor')).toMatchObject({ kind: 'awaits_bank', about: 'refund' })
  })

  test('a link whose amount cannot be read is looked up again, and not counted as paid', async () => {
    expect(await look({ 'checkout_sessions.get': complete })).toEqual({ kind: 'no_answer' })
  })

  test('a link whose session is unknown to the service is reported as such', async () => {
    expect(await look({})).toEqual({ kind: 'not_known' })
  })
})
