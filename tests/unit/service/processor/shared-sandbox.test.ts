import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Processor } from '../../../../src-service/processor/processor.ts'
import type { ReportEntry } from '../../../../src-service/processor/report-entry.ts'
import { createSharedSandbox } from '../../../../src-service/processor/sandbox/shared-sandbox.ts'
import { keepRows } from '../../../../src-service/store/keep-rows.ts'
import { rememberedOnPostgres } from '../../../../src-service/store/open-store.ts'
import { openPostgresStore } from '../../../../src-service/store/postgres/postgres-store.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { startTestServer, type TestServer } from '../../../support/embedded-postgres.ts'
import { atCounter } from '../../../support/processor-references.ts'
import { visa } from '../authorize/cards.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Two nodes, each with its own store on one database; the stores remember rows as the service's store does. */
async function twoBanks() {
  const connectionString = await server.createDatabase()
  const stores = [
    keepRows(await openPostgresStore({ connectionString }), rememberedOnPostgres),
    keepRows(await openPostgresStore({ connectionString }), rememberedOnPostgres),
  ] as const
  onTestFinished(async () => {
    for (const store of stores) await store.close()
    await server.dropDatabase(connectionString)
  })
  const bankOf = (store: (typeof stores)[number]) =>
    createSharedSandbox({ clock: createClock(), store, latencyMs: 0 })
  return [bankOf(stores[0]), bankOf(stores[1])] as const
}

const referenceOf = (payment_id: string) => ({ ...request, payment_id })
const request = {
  payment_id: 'pmt_shared',
  order_id: 'order_shared',
  retrieval_reference: null,
  rail: 'card',
  hsn: null,
  begun_at: 1,
  account_id: 'acct_1',
  amount: 1000,
  currency: 'USD',
  source: { kind: 'card', card: visa },
  card_present: true,
  ...atCounter,
  entry_mode: null,
  capture: true,
  auth_code: null,
} as const

test('two nodes share one bank: what one authorized the other finds, refunds and voids', async () => {
  const [one, two] = await twoBanks()
  const approved = await one.authorize(request)
  expect(approved).toMatchObject({ outcome: 'approved', amount_authorized: 1000 })
  expect(await two.inquire(request)).toEqual(approved)
  expect(
    await two.refund(request, { refund_id: 're_1', amount: 700, order_id: 'order_refund', begun_at: 1 }),
  ).toMatchObject({ outcome: 'done' })
  expect(
    await one.refund(request, { refund_id: 're_2', amount: 700, order_id: 'order_refund', begun_at: 1 }),
  ).toMatchObject({ outcome: 'refused' })
  expect(await one.void(request)).toMatchObject({ outcome: 'refused' })
})

test("a node's remembered books do not decide what another node has changed since", async () => {
  const [one, two] = await twoBanks()
  const refund = (bank: Processor, refund_id: string, amount: number) =>
    bank.refund(request, { refund_id, amount, order_id: refund_id, begun_at: 1 })
  await one.authorize({ ...request, capture: false })
  expect(await two.capture(request, 600)).toMatchObject({ outcome: 'done' })
  expect(await refund(one, 're_1', 200)).toMatchObject({ outcome: 'done' })
  expect(await two.capture(request, 1000)).toMatchObject({ outcome: 'refused' })
  expect(await refund(two, 're_2', 401)).toMatchObject({ outcome: 'refused' })
  expect(await refund(two, 're_3', 400)).toMatchObject({ outcome: 'done' })
  expect(await refund(one, 're_4', 1)).toMatchObject({ outcome: 'refused' })
  const other = { ...request, payment_id: 'pmt_closed' }
  expect(await two.void(other)).toMatchObject({ outcome: 'done' })
  expect(await one.authorize(other)).toMatchObject({ outcome: 'declined', response_code: '909' })
})

test('two nodes that void and authorize at the same moment agree on the outcome', async () => {
  const [one, two] = await twoBanks()
  for (let round = 0; round < 10; round += 1) {
    const payment_id = `pmt_${round}`
    const [decision, voided] = await Promise.all([
      one.authorize({ ...request, payment_id }),
      two.void(referenceOf(payment_id)),
    ])
    expect(voided).toMatchObject({ outcome: 'done' })
    expect(await one.inquire(referenceOf(payment_id))).toEqual({ outcome: 'voided' })
    expect(['approved', 'declined']).toContain(decision.outcome)
  }
})

test('two nodes that refund the same payment at the same moment never pay back more than was captured', async () => {
  const [one, two] = await twoBanks()
  await one.authorize(request)
  const refunds = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((index) =>
      (index % 2 ? one : two).refund(request, {
        refund_id: `re_${index}`,
        amount: 300,
        order_id: `order_${index}`,
        begun_at: 1,
      }),
    ),
  )
  expect(refunds.filter(({ outcome }) => outcome === 'done')).toHaveLength(3)
})

test('two nodes read the same reports, oldest first, from the requested time', async () => {
  const [one, two] = await twoBanks()
  const entry = (id: string, reported_at: number): ReportEntry => ({
    id,
    reported_at,
    account_id: 'acct_1',
    type: 'fee',
    payment_id: 'pmt_shared',
    fee_type: 'RETRIEVAL',
    amount: 1,
  })
  for (const [id, at] of [
    ['early', 10],
    ['late', 30],
    ['between', 20],
  ] as const)
    await one.addReport?.(entry(id, at))
  const read: string[] = []
  for await (const { id } of two.reports(20)) read.push(id)
  expect(read).toEqual(['between', 'late'])
})
