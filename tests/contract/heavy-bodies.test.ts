import { expect, onTestFinished, test } from 'vitest'
import { createAsk, expectRefusal } from './support/ask.ts'
import { startService } from './support/running-service.ts'

const list = (count: number, of: string) => `[${Array(count).fill(of).join()}]`
const orderOf = (list: string) => `{"amount":1000,"order_details":{"items":${list}}}`
/** Takes as long to read as a hundred usual requests, and is refused by the schema then. */
const heavy = orderOf(list(20, `{${Array.from({ length: 4_900 }, (_, n) => `"a${n}":1`).join()}}`))
/** As long as may be, and not parsed. */
const brackets = '['.repeat(1_048_576)
const items = Array.from({ length: 500 }, (_, n) => ({
  id: `sku_${n}`,
  title: 'A thing, in a box',
  price: 1_250,
}))
const large = { amount: 1_000, order_details: { items } }

async function limited(rateLimit = 40) {
  const service = await startService(undefined, { rateLimit })
  onTestFinished(() => service.stop())
  const ask = createAsk(service)
  const create = (body: unknown, key = service.privateKey) => ask('payment_intents.create', { body, key })
  return { service, create }
}

test('of many heavy bodies that a key sends at once, one is read, and the others hold up nobody', async () => {
  const { service, create } = await limited(12)
  const other = await service.makeTenant()
  const otherKey = await service.makeKey('tenant_admin')
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(heavy)))
  expect(answers.map(({ status }) => status).sort()).toEqual([400, ...Array(7).fill(429)])
  const next = await create(heavy)
  expectRefusal(next, 'rate_limited')
  expect(Number(next.headers.get('retry-after'))).toBeLessThanOrEqual(5)
  const elsewhere = await createAsk({ ...service, ...other })('payment_intents.create', { body: large })
  expect(elsewhere.status).toBe(200)
  // The tenant has twice as much as a key.
  await expect
    .poll(async () => (await create(large, otherKey)).status, { timeout: 6_000, interval: 300 })
    .toBe(200)
  await expect.poll(async () => (await create(large)).status, { timeout: 6_000, interval: 300 }).toBe(200)
})

test('small requests of the same key do not wait for its heavy bodies', async () => {
  const { create } = await limited()
  for (const body of [brackets, heavy]) await create(body)
  const answers = await Promise.all(Array.from({ length: 20 }, () => create({ amount: 1_000 })))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
})

test('a body that is not parsed counts by its length only', async () => {
  const { service, create } = await limited()
  expectRefusal(await create(brackets), 'json_invalid')
  expect((await create(large)).status).toBe(200)
  expect((await create(large, await service.makeKey('tenant_admin'))).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(brackets)))
  expect(answers.map(({ status }) => status)).toContain(429)
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
