import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAsk, expectRefusal } from './support/ask.ts'
import { cardNumber, createReceiptHarness } from './support/receipts.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: ReturnType<typeof createAsk>
let harness: ReturnType<typeof createReceiptHarness>
beforeAll(async () => {
  service = await startService(undefined, { publicUrl: 'https://pay.example.com' })
  ask = createAsk(service)
  harness = createReceiptHarness(ask)
})
afterAll(() => service.stop())

const phone_number = '+15550100123'
const send = (id: string, body: object = {}) =>
  ask('payment_intents.send_receipt_sms', {
    path: `/payment_intents/${id}/receipt_sms`,
    body: { phone_number, ...body },
  })

/** Returns the path of the link in the newest message. */
async function linkSent(): Promise<string> {
  const [newest] = (await harness.must('sandbox.outbox', undefined)).data
  if (newest?.kind !== 'sms') throw new Error('no text message was sent')
  expect(newest.to).toEqual([phone_number])
  const url = /https?:\/\/\S+/.exec(newest.text)?.[0] ?? ''
  return new URL(url).pathname
}
const open = (path: string) => fetch(`${service.url}${path}`, { redirect: 'error' })

test('a receipt by text message links to a page with the same content as the paper receipt, without a card number', async () => {
  const { id } = await harness.pay()
  const answer = await send(id)
  expect(answer.body).toMatchObject({ success: true })
  const page = await open(await linkSent())
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('$12.34')
  expect(html).toContain(cardNumber.slice(-4))
  expect(html).not.toContain(cardNumber)
  expect(html).not.toContain(cardNumber.slice(0, 6))
  expect(html).not.toContain('<script')
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(page.headers.get('x-robots-tag')).toContain('noindex')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('a receipt by text message is in the requested language, else in the customer’s', async () => {
  const { id } = await harness.pay()
  await send(id, { locale: 'fr' })
  expect(await (await open(await linkSent())).text()).toContain('<html lang="fr">')
  const customer = await harness.must('customers.create', { name: 'Ana', locale: 'es' })
  const theirs = await harness.pay({ customer_id: customer.id })
  await send(theirs.id)
  expect(await (await open(await linkSent())).text()).toContain('<html lang="es">')
})

test('a link with any change is not found', async () => {
  const { id } = await harness.pay()
  const other = await harness.pay()
  await send(id)
  const path = await linkSent()
  const [intent = '', language, minutes, seal] = path.replace('/receipts/', '').split('.')
  const forged = [
    [other.id, language, minutes, seal],
    [intent, 'fr', minutes, seal],
    [intent, language, 'zzzzzz', seal],
    [intent, language, minutes, '0'.repeat(32)],
    [intent, language, minutes],
    [intent, language, minutes, seal, 'more'],
  ]
  for (const parts of forged) expect((await open(`/receipts/${parts.join('.')}`)).status).toBe(404)
  expect((await open(path)).status).toBe(200)
})

test('links of receipts can be guessed sixty times from one address, and a right one is always answered', async () => {
  const { id } = await harness.pay()
  await send(id)
  const path = await linkSent()
  const guess = () => open(`/receipts/${id}.en.tkzzzz.${'0'.repeat(32)}`)
  const statuses: number[] = []
  for (let times = 0; times < 100; times += 1) statuses.push((await guess()).status)
  expect(statuses[0]).toBe(404)
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  const refused = (await Promise.all(Array.from({ length: 20 }, guess))).find(({ status }) => status === 429)
  expect(await refused?.json()).toMatchObject({ error: { code: 'rate_limited' } })
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await open(path)).status).toBe(200)
})

test('the page of one receipt is answered some hundred times at once, not more', async () => {
  const [{ id }, other] = [await harness.pay(), await harness.pay()]
  await send(id)
  const path = await linkSent()
  const pages = await Promise.all(Array.from({ length: 600 }, () => open(path)))
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200, 429]))
  await send(other.id)
  expect((await open(await linkSent())).status).toBe(200)
})

test('a receipt by text message of an unpaid intent is refused', async () => {
  const intent = await harness.must('payment_intents.create', { amount: 100 })
  expectRefusal(await send(intent.id), 'state_conflict')
})

test('a link expires after 30 days, and its page states that', async () => {
  const { id } = await harness.pay()
  await send(id)
  const path = await linkSent()
  await harness.must('sandbox.clock.advance', { seconds: 30 * 24 * 3600 + 60 })
  const page = await open(path)
  expect(page.status).toBe(410)
  expect(await page.text()).not.toContain('$12.34')
})
