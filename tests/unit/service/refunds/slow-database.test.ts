import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgresStore } from '../../../../src-service/store/postgres/postgres-store.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import { startTestServer, type TestServer } from '../../../support/embedded-postgres.ts'
import { openPaymentsHarness } from '../intents/payments-harness.ts'
import { claim, openRefundHarness } from './refund-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/**
 * A database whose commits time out after two seconds while `isHasty` returns true. Everything else has the usual time
 * limit, so that on a busy computer only the held statement times out.
 */
async function openHastyStore(connectionString: string, isHasty: () => boolean): Promise<Store> {
  const patient = await openPostgresStore({ connectionString })
  const hasty = await openPostgresStore({ connectionString, answerTimeoutMs: 2_000 })
  return {
    ...patient,
    commit: (set) => (isHasty() ? hasty : patient).commit(set),
    async close() {
      await Promise.all([patient.close(), hasty.close()])
    },
  }
}

/** Locks the rows of a payment, as a stuck transaction does. @returns a function that unlocks them */
async function holdPayment(connectionString: string, paymentId: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('BEGIN')
  await client.query('SELECT 1 FROM payments WHERE id = $1 FOR UPDATE', [paymentId])
  return async () => {
    await client.query('COMMIT')
    await client.end()
  }
}

test('a refund whose statement timed out is not written later: a repeat of its key pays back once', async () => {
  const connectionString = await server.createDatabase()
  let isHasty = false
  const harness = await openPaymentsHarness(() => openHastyStore(connectionString, () => isHasty))
  const refundHarness = openRefundHarness(harness)
  const { id } = await refundHarness.paid(1000)
  const letGo = await holdPayment(connectionString, id)
  const refundOnce = () => refundHarness.refund(id, { amount: 400 }, claim('a-key-of-ten'))
  isHasty = true
  await expect(refundOnce()).rejects.toThrow()
  isHasty = false
  await letGo()
  const repeat = await refundOnce()
  expect(repeat).toMatchObject({ ok: true, value: { amount: 400 } })
  await harness.repair()
  expect(await refundHarness.refunds(id)).toHaveLength(1)
  expect(await refundHarness.payment(id)).toMatchObject({ amount_refunded: 400 })
})

test('a refund whose commit got no answer keeps its key: a repeat does not begin another', async () => {
  const connectionString = await server.createDatabase()
  const harness = await openPaymentsHarness(() => openPostgresStore({ connectionString }))
  const refundHarness = openRefundHarness(harness)
  const { id } = await refundHarness.paid(1000)
  const { store } = harness.services
  const { commit } = store
  // The statement is written once, and its answer is lost.
  store.commit = async (set) => {
    const written = await commit(set)
    if (!set.writes.some(({ kind }) => kind === 'refund')) return written
    store.commit = commit
    throw Object.assign(new Error('the commit was not answered'), { outcomeUnknown: true })
  }
  await expect(refundHarness.refund(id, { amount: 400 }, claim('a-key-of-ten'))).rejects.toThrow(
    'not answered',
  )
  expect(await refundHarness.refund(id, { amount: 400 }, claim('a-key-of-ten'))).toMatchObject({
    value: { status: 'processing', awaits: 'processor' },
  })
  await harness.repair()
  expect(await refundHarness.refunds(id)).toHaveLength(1)
})
