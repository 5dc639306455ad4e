import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckoutSession } from '../../src-shared/api/schemas/checkout-session.ts'
import type { SendReply, SentMail, SentSms } from '../../src-shared/api/schemas/message.ts'
import { type Answer, type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { createReceiptHarness } from './support/receipts.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
let harness: ReturnType<typeof createReceiptHarness>
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  harness = createReceiptHarness(ask)
})
afterAll(() => service.stop())

const phone_number = '+15550100123'

const create = (body: object = {}): Promise<CheckoutSession> =>
  harness.must('checkout_sessions.create', { payment_intent_data: { amount: 2500 }, ...body })
const get = (id: string): Promise<CheckoutSession> =>
  harness.must('checkout_sessions.get', undefined, `/checkout_sessions/${id}`)
type Sending = 'send_sms' | 'send_email' | 'send_receipt'
const send = (
  what: Sending,
  id: string,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> =>
  ask(`checkout_sessions.${what}`, { path: `/checkout_sessions/${id}/${what}`, body, headers })
const sent = async (what: Sending, id: string, body: object = {}): Promise<SendReply> => {
  const answer = await send(what, id, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as SendReply
}
const outbox = async () => (await harness.must('sandbox.outbox', undefined)).data
const lastSms = async () => (await outbox()).find((message): message is SentSms => message.kind === 'sms')
const lastMail = async () => (await outbox()).find((message): message is SentMail => message.kind === 'email')

test('a read-only key gets no links from the outbox', async () => {
  const key = await service.makeKey('read_only')
  expectRefusal(await ask('sandbox.outbox', { key }), 'permission_denied')
})

/** Pays as the payer does on the page. */
async function pay(session: CheckoutSession): Promise<void> {
  const onPage = (rest: string, body: object) => ({
    ...{ key: null, accountId: null, path: `/checkout_pages/${session.id}${rest}`, body },
    headers: { 'x-client-secret': session.client_secret ?? '' },
  })
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2049' }
  const collected = await ask(
    'checkout_pages.collect',
    onPage('/collect', { payment_method_type: 'card', card }),
  )
  const { payment_method, amount, surcharge_amount } = collected.body as {
    readonly payment_method: { readonly id: string }
    readonly amount: number
    readonly surcharge_amount: number
  }
  const body = { payment_method_id: payment_method.id, amount, surcharge_amount }
  const paid = await ask('checkout_pages.pay', onPage('/pay', body))
  expect(paid.body, JSON.stringify(paid.body)).toMatchObject({ state: 'paid' })
}

describe('a link by text message (section 4.2)', () => {
  test('a link by text message has the whole address in one SMS, and its number is stored with the session', async () => {
    const session = await create()
    expect(await sent('send_sms', session.id, { phone_number })).toEqual({
      success: true,
      message: `The link was sent to ${phone_number}. It stays in this sandbox's outbox (GET /sandbox/outbox).`,
    })
    expect(await lastSms()).toMatchObject({
      account_id: service.accountId,
      to: [phone_number],
      text: `TRAINING. Training Store: pay $25.00 here ${session.url}`,
      segments: 1,
    })
    expect((await get(session.id)).link_phone_number).toBe(phone_number)
  })

  test.each(['15550100123', '+05550100123', '+1555010012345678', '+1 555 010', 'tel:+15550100123', ''])(
    'a link by text message to the number %j is refused, and the error names the field',
    async (wrong) => {
      const { id } = await create()
      const answer = await send('send_sms', id, { phone_number: wrong })
      expect(expectRefusal(answer, 'parameter_invalid').param).toBe('phone_number')
      expect((await get(id)).link_phone_number).toBeNull()
    },
  )

  test('a link by text message needs a number', async () => {
    const { id } = await create()
    expect(expectRefusal(await send('send_sms', id), 'parameter_missing').param).toBe('phone_number')
  })

  test('sending a link publishes an event with the current session', async () => {
    const { id } = await create()
    await sent('send_sms', id, { phone_number })
    const rows = await service.services.store.get<CheckoutSession>('checkout_session', service.accountId, id)
    expect(rows?.document.link_phone_number).toBe(phone_number)
    expect(rows?.version).toBe(2)
  })
})

describe('a link by e-mail (section 4.2)', () => {
  test("a link by e-mail goes to the session's customer_email, with address, amount and merchant in both parts", async () => {
    const session = await create({
      customer_email: 'ana@example.com',
      payment_intent_data: {
        amount: 2500,
        description: 'Table 4',
        order_details: { items: [{ name: '<b>Cake</b>', quantity: 1, amount: 2500 }] },
      },
    })
    expect((await sent('send_email', session.id)).success).toBe(true)
    const mail = await lastMail()
    expect(mail).toMatchObject({
      from: { name: 'Training Store', address: 'receipts@countertop.invalid' },
      to: ['ana@example.com'],
      cc: [],
      subject: 'Payment request from Training Store for $25.00',
    })
    for (const part of [mail?.text, mail?.html]) {
      for (const words of [session.url ?? 'none', '$25.00', 'Training Store', 'Table 4', 'TRAINING']) {
        expect(part).toContain(words)
      }
    }
    expect(mail?.text).toContain(`\n${session.url}\n`)
    expect(mail?.html).toContain('&lt;b&gt;Cake&lt;/b&gt;')
    expect((await get(session.id)).link_phone_number).toBeNull()
  })

  test('a link by e-mail goes to email_override if it is given, and once to each copy', async () => {
    const { id } = await create({ customer_email: 'ana@example.com' })
    const cc_email_addresses = ['books@example.com', 'OTHER@example.com', 'Books@example.com']
    await sent('send_email', id, { email_override: 'other@example.com', cc_email_addresses })
    expect(await lastMail()).toMatchObject({ to: ['other@example.com'], cc: ['books@example.com'] })
  })

  test('a link by e-mail without an address is refused, and the error names the field for it', async () => {
    const { id } = await create()
    const error = expectRefusal(await send('send_email', id), 'parameter_missing')
    expect(error).toMatchObject({
      param: 'email_override',
      message: expect.stringContaining('customer_email'),
    })
  })
})

describe('the language of a message', () => {
  test('the language of a message is the one that the request names', async () => {
    const session = await create()
    await sent('send_sms', session.id, { phone_number, locale: 'es' })
    expect((await lastSms())?.text).toBe(`PRACTICA. Training Store: pague $25.00 aqui ${session.url}`)
    await sent('send_email', session.id, { email_override: 'ana@example.com', locale: 'fr' })
    const mail = await lastMail()
    expect(mail?.subject).toMatch(/^Demande de paiement de Training Store\u00a0: 25,00/)
    expect(mail?.html).toContain('<html lang="fr">')
    expectRefusal(await send('send_sms', session.id, { phone_number, locale: 'de' }), 'parameter_invalid')
  })

  test("the language of a message is the customer's own by default", async () => {
    const customer = await harness.must('customers.create', {
      name: 'Ana',
      email: 'ana@example.com',
      locale: 'es',
    })
    expect(customer.locale).toBe('es')
    const { id } = await create({ payment_intent_data: { amount: 900, customer_id: customer.id } })
    await sent('send_email', id, { email_override: 'ana@example.com' })
    expect((await lastMail())?.subject).toBe('Solicitud de pago de Training Store por $9.00')
    const paid = await harness.pay({ customer_id: customer.id })
    const { subject, text } = await harness.mailOf(paid.id)
    expect(subject).toBe('Recibo de Training Store por $12.34')
    for (const words of ['PRÁCTICA: no se movió dinero', 'APROBADO', 'COPIA DEL CLIENTE']) {
      expect(text).toContain(words)
    }
    const path = `/customers/${customer.id}`
    await harness.must('customers.update', { locale: 'en' }, path)
    expect((await harness.mailOf(paid.id)).subject).toBe('Receipt from Training Store for $12.34')
  })
})

describe('a link that can no longer be used', () => {
  test('a link that can no longer be used is not sent: its session is expired or paid', async () => {
    const expired = await create()
    await harness.must('checkout_sessions.expire', {}, `/checkout_sessions/${expired.id}/expire`)
    const paid = await create()
    await pay(paid)
    const late = await create({ customer_email: 'ana@example.com' })
    await harness.must('sandbox.clock.advance', { seconds: 25 * 3600 })
    const before = (await outbox()).length
    for (const { id } of [expired, paid, late]) {
      expectRefusal(await send('send_sms', id, { phone_number }), 'state_conflict')
      expectRefusal(await send('send_email', id, { email_override: 'a@example.com' }), 'state_conflict')
    }
    expect(await outbox()).toHaveLength(before)
  })

  test("another tenant's session is treated as missing", async () => {
    const { id } = await create()
    const { privateKey: key, accountId } = await service.makeTenant()
    const path = `/checkout_sessions/${id}/send_sms`
    const answer = await ask('checkout_sessions.send_sms', { key, accountId, path, body: { phone_number } })
    expectRefusal(answer, 'resource_missing')
  })
})

describe('the receipt of a session (section 4.2)', () => {
  test('the receipt of a session is refused until it is paid', async () => {
    const { id } = await create({ customer_email: 'ana@example.com' })
    expectRefusal(await send('send_receipt', id), 'state_conflict')
  })

  test('the receipt of a paid session goes to customer_email, and is that of its intent', async () => {
    const session = await create({ customer_email: 'ana@example.com' })
    await pay(session)
    expect((await sent('send_receipt', session.id)).success).toBe(true)
    const mail = await lastMail()
    expect(mail).toMatchObject({ to: ['ana@example.com'], subject: 'Receipt from Training Store for $25.00' })
    expect(mail?.text).toContain('APPROVED')
    const path = `/payment_intents/${session.payment_intent_id}/receipt`
    await harness.must('payment_intents.send_receipt', { cc_email_addresses: ['b@example.com'] }, path)
    expect(await lastMail()).toMatchObject({ to: ['ana@example.com'], cc: ['b@example.com'] })
  })
})

describe('the limits on messages', () => {
  test('a link is sent at most five times in an hour, by any channel, and twenty times in a day', async () => {
    const { id } = await create({ customer_email: 'ana@example.com' })
    for (let hour = 0; hour < 4; hour += 1) {
      for (let count = 0; count < 4; count += 1) await sent('send_sms', id, { phone_number })
      await sent('send_email', id)
      const refused = await send('send_email', id)
      expectRefusal(refused, 'rate_limited')
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      if (hour === 3) expect(seconds).toBeGreaterThan(19 * 3600)
      else expect(seconds).toBeLessThanOrEqual(3600)
      // After `retry-after` the first of the five is an hour old; the others follow at the intervals at which they were
      // sent.
      if (hour < 3) await harness.must('sandbox.clock.advance', { seconds: 3600 })
    }
  })

  test('a receipt is sent at most five times in an hour, by its intent and its session together', async () => {
    const session = await create({ customer_email: 'ana@example.com' })
    await pay(session)
    const path = `/payment_intents/${session.payment_intent_id}/receipt`
    for (let count = 0; count < 3; count += 1) await sent('send_receipt', session.id)
    for (let count = 0; count < 2; count += 1) await harness.must('payment_intents.send_receipt', {}, path)
    expectRefusal(await send('send_receipt', session.id), 'rate_limited')
    expectRefusal(await ask('payment_intents.send_receipt', { path, body: {} }), 'rate_limited')
  })
})

describe('an idempotency key', () => {
  test('an idempotency key sends one message, however often it is used', async () => {
    const { id } = await create()
    const before = (await outbox()).length
    const headers = { 'x-idempotency-key': `link-${id}` }
    const first = await send('send_sms', id, { phone_number }, headers)
    const again = await send('send_sms', id, { phone_number }, headers)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await outbox()).toHaveLength(before + 1)
    const other = await send('send_sms', id, { phone_number: '+15550100124' }, headers)
    expectRefusal(other, 'idempotency_key_reused')
  })
})
