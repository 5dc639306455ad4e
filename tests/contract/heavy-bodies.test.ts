import { expect, onTestFinished, test } from 'vitest'
import { createAsk, expectRefusal } from './support/ask.ts'
import { startService } from './support/running-service.ts'

/** Takes as long to read as hundreds of usual requests, and is refused by the schema then. */
const heavy = `{"amount":1000,"order_details":{"items":[${`[${'[],'.repeat(4_000)}[]],`.repeat(80)}[]]}}`
const items = Array.from({ length: 500 }, (_, n) => ({
  id: `sku_${n}`,
  title: 'A thing, in a box',
  price: 1_250,
}))
const large = { amount: 1_000, order_details: { items } }

async function limited() {
  const service = await startService(undefined, { rateLimit: 40 })
  onTestFinished(() => service.stop())
  const ask = createAsk(service)
  const create = (body: unknown, key = service.privateKey) => ask('payment_intents.create', { body, key })
  return { service, create }
}

test('of many heavy bodies that a key sends at once, one is read, and the others hold up nobody', async () => {
  const { service, create } = await limited()
  const other = await service.makeTenant()
  const answers = await Promise.all(Array.from({ length: 30 }, () => create(heavy)))
  expect(answers.map(({ status }) => status).sort()).toEqual([400, ...Array(29).fill(429)])
  const next = await create(heavy)
  expectRefusal(next, 'rate_limited')
  expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(2)
  const elsewhere = await createAsk({ ...service, ...other })('payment_intents.create', { body: large })
  expect(elsewhere.status).toBe(200)
  // The tenant, with five times the rate, waits a second at most; then its other keys are read, this one is not yet.
  const otherKey = await service.makeKey('tenant_admin')
  await expect.poll(async () => (await create(large, otherKey)).status).toBe(200)
  expectRefusal(await create(large), 'rate_limited')
})

test('a body of far more lists than any field may have is not read at all', async () => {
  const { create } = await limited()
  const answer = await create(
    `{"amount":1000,"order_details":{"items":[${`[${'[],'.repeat(4_000)}[]],`.repeat(6)}[]]}}`,
  )
  expectRefusal(answer, 'json_invalid')
})

test('large orders count as hardly more than a request', async () => {
  const { create } = await limited()
  const answers = await Promise.all(Array.from({ length: 15 }, () => create(large)))
  expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200))
})
