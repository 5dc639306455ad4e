import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationReply } from '../../src-shared/api/operations.ts'
import { createAsk, expectRefusal } from './support/ask.ts'
import { createReceiptHarness } from './support/receipts.ts'
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

const linkOf = (id: string, query = '') =>
  ask('payment_intents.receipt_link', { path: `/payment_intents/${id}/receipt_link`, query })
const open = (url: string) => fetch(`${service.url}${new URL(url).pathname}`, { redirect: 'error' })

test('the link of a receipt is the address of a page that has what the paper has, for 30 days', async () => {
  const { id } = await harness.pay()
  const { url, expires_at } = (await linkOf(id)).body as OperationReply<'payment_intents.receipt_link'>
  expect(url).toMatch(/^https:\/\/pay\.example\.com\/receipts\//)
  const page = await open(url)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('$12.34')
  const days = (Date.parse(expires_at) - service.services.clock.now()) / 86_400_000
  expect(days).toBeCloseTo(30, 2)
})

test('the link of a receipt is in the language that was asked for, else in the customer’s', async () => {
  const { id } = await harness.pay()
  const inFrench = (await linkOf(id, '?locale=fr')).body as OperationReply<'payment_intents.receipt_link'>
  expect(await (await open(inFrench.url)).text()).toContain('<html lang="fr">')
  const customer = await harness.must('customers.create', { name: 'Ana', locale: 'es' })
  const theirs = await harness.pay({ customer_id: customer.id })
  const own = (await linkOf(theirs.id)).body as OperationReply<'payment_intents.receipt_link'>
  expect(await (await open(own.url)).text()).toContain('<html lang="es">')
  expect(expectRefusal(await linkOf(id, '?locale=de'), 'parameter_invalid').param).toBe('locale')
})

test('there is no link of a receipt of what nobody paid, nor from a service without a public address', async () => {
  const intent = await harness.must('payment_intents.create', { amount: 100 })
  expectRefusal(await linkOf(intent.id), 'state_conflict')
  expectRefusal(await linkOf('pi_none'), 'resource_missing')
  const inside = await startService()
  try {
    const askInside = createAsk(inside)
    const { id } = await createReceiptHarness(askInside).pay()
    const answer = await askInside('payment_intents.receipt_link', {
      path: `/payment_intents/${id}/receipt_link`,
    })
    expect(expectRefusal(answer, 'state_conflict').message).toContain('--public-url')
  } finally {
    await inside.stop()
  }
})
