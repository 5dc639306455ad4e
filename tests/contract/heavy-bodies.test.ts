import { expect, onTestFinished, test } from 'vitest'
import { createAsk, expectRefusal } from './support/ask.ts'
import { startService } from './support/running-service.ts'

const list = (count: number, of: string) => `[${Array(count).fill(of).join()}]`
const orderOf = (list: string) => `{"amount":1000,"order_details":{"items":${list}}}`
/** Takes as long to read as forty usual requests, and is refused by the schema then. */
const heavy = orderOf(list(9, list(2_000, '[],{}')))
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

test('of many heavy bodies that a key sends at once, hardly any is read, and the others hold up nobody', async () => {
  const { service, create } = await limited(8)
  const other = await service.makeTenant()
  const otherKey = await service.makeKey('tenant_admin')
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(heavy)))
  const refused = answers.filter(({ status }) => status === 429)
  // Another one is read where it takes seconds to receive them all.
  expect(refused.length).toBeGreaterThanOrEqual(5)
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(5)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(8 - refused.length)
  const elsewhere = await createAsk({ ...service, ...other })('payment_intents.create', { body: large })
  expect(elsewhere.status).toBe(200)
  // All keys of the tenant wait for it, and no longer than its own.
  const again = { timeout: 20_000, interval: 300 }
  await expect.poll(async () => (await create(large, otherKey)).status, again).toBe(200)
  await expect.poll(async () => (await create(large)).status, again).toBe(200)
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
