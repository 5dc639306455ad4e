import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createSharedHarsh } from '../../../../src-service/processor/harsh/shared-harsh.ts'
import { type ChooseTrouble, rejectedBySettlement } from '../../../../src-service/processor/harsh/trouble.ts'
import { openProcessor } from '../../../../src-service/processor/open-processor.ts'
import type { Processor } from '../../../../src-service/processor/processor.ts'
import { createSharedSandbox } from '../../../../src-service/processor/sandbox/shared-sandbox.ts'
import { createSandboxTerminals } from '../../../../src-service/sandbox/bank-terminals.ts'
import { openPostgresStore } from '../../../../src-service/store/postgres/postgres-store.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { startTestServer, type TestServer } from '../../../support/embedded-postgres.ts'
import { atCounter, paymentRef, refundRef } from '../../../support/processor-references.ts'
import { visa } from '../authorize/cards.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Two nodes, each with its own store on one database. */
async function twoStores() {
  const connectionString = await server.createDatabase()
  const stores = [
    await openPostgresStore({ connectionString }),
    await openPostgresStore({ connectionString }),
  ] as const
  onTestFinished(async () => {
    for (const store of stores) await store.close()
    await server.dropDatabase(connectionString)
  })
  return stores
}
async function twoBanks(trouble: ChooseTrouble, clock = createClock()) {
  const bankOf = (store: Store) => createSharedHarsh({ clock, store, latencyMs: 0, trouble })
  const [one, two] = await twoStores()
  return { clock, one: bankOf(one), two: bankOf(two), store: one }
}
async function typesOf(bank: Processor): Promise<readonly string[]> {
  const types: string[] = []
  for await (const { type } of bank.reports(0)) types.push(type)
  return types
}
const none: ChooseTrouble = () => ({ kind: 'none' })

const payment = paymentRef('pmt_shared')
const request = {
  ...payment,
  source: { kind: 'card', card: visa },
  card_present: true,
  ...atCounter,
  entry_mode: null,
  capture: true,
  auth_code: null,
} as const

test('two nodes share one harsh bank: what one authorized the other finds, and refunds never exceed the capture', async () => {
  const { one, two, clock } = await twoBanks(none)
  const approved = await one.authorize(request)
  expect(approved).toMatchObject({ outcome: 'approved', amount_authorized: 1000 })
  expect(await two.inquire(payment)).toEqual(approved)
  clock.advance(11 * 60_000)
  expect(await two.void(payment)).toEqual({ outcome: 'already_settled' })
  expect(await two.refund(payment, refundRef('re_1', 700))).toMatchObject({ outcome: 'done' })
  expect(await one.inquireRefund(payment, refundRef('re_1', 700))).toMatchObject({ outcome: 'done' })
  expect(await one.refund(payment, refundRef('re_2', 700))).toMatchObject({ outcome: 'refused' })
})

test('when two nodes refund too much in total at the same moment, the harsh bank pays only one refund', async () => {
  const { one, two, clock } = await twoBanks(none)
  await one.authorize(request)
  clock.advance(11 * 60_000)
  const outcomes = await Promise.all([
    one.refund(payment, refundRef('re_1', 700)),
    two.refund(payment, refundRef('re_2', 700)),
  ])
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['done', 'refused'])
})

test('a repeated request to the harsh bank can meet a different trouble each time', async () => {
  const { one } = await twoBanks((question, _, nth) =>
    question === 'inquire' && nth < 2 ? { kind: 'answer_lost' } : { kind: 'none' },
  )
  await one.authorize(request)
  const outcomes: string[] = []
  for (let times = 0; times < 3; times += 1) outcomes.push((await one.inquire(payment)).outcome)
  expect(outcomes).toEqual(['unknown', 'unknown', 'approved'])
})

test('two nodes read the same reports of a harsh bank: added entries, and what a closed batch rejected', async () => {
  const { one, two, clock } = await twoBanks(none)
  await one.authorize({ ...request, amount: rejectedBySettlement })
  await one.addReport?.({
    id: 'retrieval',
    reported_at: clock.now() - 1,
    account_id: payment.account_id,
    type: 'fee',
    payment_id: payment.payment_id,
    fee_type: 'RETRIEVAL',
    amount: 1,
  })
  expect(await typesOf(two)).toEqual(['fee'])
  clock.advance(11 * 60_000)
  expect(await typesOf(two)).toEqual(['fee', 'rejected', 'fee'])
  expect(await typesOf(one)).toEqual(await typesOf(two))
})

test('setting the computer’s clock forward does not make a harsh bank report a rejection before its batch has closed', async () => {
  let ahead = 0
  const clock = createClock(() => Date.now() + ahead)
  const { one, two } = await twoBanks(none, clock)
  await one.authorize({ ...request, amount: rejectedBySettlement })
  ahead = 24 * 3_600_000
  expect([await typesOf(one), await typesOf(two)]).toEqual([[], []])
  clock.advance(11 * 60_000)
  expect(await typesOf(two)).toEqual(['rejected', 'fee'])
})

test('a harsh bank does not know the payments of the sandbox bank on the same database', async () => {
  const { one, store, clock } = await twoBanks(none)
  const sandbox = createSharedSandbox({ clock, store, latencyMs: 0 })
  await sandbox.authorize(request)
  clock.advance(2 * 60_000)
  expect(await one.inquire(payment)).toEqual({ outcome: 'not_found' })
  await one.authorize(request)
  expect(await one.void(payment)).toMatchObject({ outcome: 'done' })
  expect(await sandbox.inquire(payment)).toMatchObject({ outcome: 'approved' })
})

test('the harsh bank of a service on a shared database keeps its books there', async () => {
  const [store] = await twoStores()
  const { processor, close } = openProcessor('harsh', {
    clock: createClock(),
    directory: '/nowhere',
    store,
    terminals: createSandboxTerminals(),
  })
  onTestFinished(close)
  await processor.authorize(request)
  const row = await store.get<{ readonly sent: object }>(
    'sandbox_entry',
    'harsh',
    `harsh:${payment.payment_id}`,
  )
  expect(row?.document.sent).toEqual({ [payment.order_id]: 1 })
  expect(JSON.stringify(row)).not.toContain(visa.number)
})
