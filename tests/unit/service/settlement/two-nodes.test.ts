import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccountDirectory } from '../../../../src-service/accounts/directory.ts'
import { seedTrainingMerchant } from '../../../../src-service/accounts/training.ts'
import { authorizeCardPresent } from '../../../../src-service/authorize/authorize-card-present.ts'
import { createInFlight } from '../../../../src-service/idempotency/in-flight.ts'
import { newIntent } from '../../../../src-service/intents/documents.ts'
import { openLedger } from '../../../../src-service/processor/sandbox/ledger.ts'
import { createSandboxProcessor } from '../../../../src-service/processor/sandbox/sandbox-processor.ts'
import { createRefund } from '../../../../src-service/refunds/create-refund.ts'
import type { Services } from '../../../../src-service/services.ts'
import { correctSums } from '../../../../src-service/settlement/correct-sums.ts'
import { closeRun, openRun } from '../../../../src-service/settlement/open-run.ts'
import { finishRun, settleAccount } from '../../../../src-service/settlement/run.ts'
import { closeDays } from '../../../../src-service/settlement/schedule.ts'
import { sumsOf } from '../../../../src-service/settlement/sums.ts'
import { openPostgresStore } from '../../../../src-service/store/postgres/postgres-store.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import { openVault } from '../../../../src-service/vault/vault.ts'
import type { Fee } from '../../../../src-shared/api/schemas/fee.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { Settlement } from '../../../../src-shared/api/schemas/settlement.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import { startTestServer, type TestServer } from '../../../support/embedded-postgres.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { createSteadyClock } from '../../../support/steady-clock.ts'
import { emptyReceipt, visa } from '../authorize/cards.ts'
import { mustOf } from '../intents/payments-harness.ts'

/** Two services on one PostgreSQL database, and the bank that they share. */
let server: TestServer
let folder: string
let nodes: readonly [Services, Services]
let accountId: string
const clock = createSteadyClock()

beforeAll(async () => {
  server = await startTestServer()
  folder = mkdtempSync(join(tmpdir(), 'two-nodes-'))
  const connectionString = await server.createDatabase()
  const ledger = openLedger(join(folder, 'sandbox-processor.db'))
  const processor = createSandboxProcessor({ clock, ledger, latencyMs: 0 })
  const vault = await openVault({ directory: folder })
  const node = async (): Promise<Services> => {
    const store = await openPostgresStore({ connectionString })
    const newId = createIdSource(clock.now)
    const accounts = createAccountDirectory(store, clock.now)
    return { store, accounts, clock, newId, processor, vault, inFlight: createInFlight(), log: silentLog }
  }
  nodes = [await node(), await node()]
  const merchant = await seedTrainingMerchant(nodes[0].store, nodes[0].newId, clock.now())
  accountId = merchant.account_id
})
afterAll(async () => {
  await Promise.all(nodes.map(({ store }) => store.close()))
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function paid(services: Services, amount: number): Promise<Payment> {
  const id = services.newId('payment_intent')
  const now = clock.now()
  const created_at = new Date(now).toISOString()
  const basis = { id, client_secret: id, amount, account_id: accountId, created_at }
  const document = newIntent({ ...basis, currency: 'USD', business_id: null, partner_id: null }, {})
  const row = { account_id: accountId, id, version: 1, created_at: now, updated_at: now, document }
  await services.store.commit({ writes: [{ op: 'insert', kind: 'payment_intent', row }] })
  const done = await authorizeCardPresent(services, {
    accountId,
    intentId: id,
    agreedAmount: amount,
    card: visa,
    entryMode: 'EMVContact',
    cardPresent: true,
    chip: null,
    cardholderName: null,
    hsn: 'VT-1',
    receiptData: emptyReceipt,
  })
  return mustOf(done).payment
}

const all = async <Document>(kind: 'payment' | 'fee' | 'settlement' | 'refund') =>
  (await nodes[0].store.list<Document>(kind, { account_id: accountId, limit: 1000 })).map(
    ({ document }) => document,
  )

/** The node's store fails before its n-th commit. */
function dyingAfter(services: Services, commits: number): Services {
  let left = commits
  const commit: Store['commit'] = (set) => {
    left -= 1
    return left < 0 ? Promise.reject(new Error('killed')) : services.store.commit(set)
  }
  return { ...services, store: { ...services.store, commit } }
}

const dayMs = 24 * 60 * 60_000
const wanted = () => ({ accountId, currency: 'USD', day: null, cutoff: clock.now() + 1 })

describe('two nodes', () => {
  test('when two nodes settle the same account at once and one is killed half-way, everything is booked once', async () => {
    const [one, two] = nodes
    for (const commits of [3, 17, 40]) {
      const payments = await Promise.all(
        Array.from({ length: 40 }, (_, index) => paid(nodes[index % 2] ?? one, 1000 + index)),
      )
      const refunds = payments
        .slice(0, 5)
        .map(({ id }) =>
          createRefund(one, { accountId, paymentId: id, body: { amount: 100 }, idempotency: null }),
        )
      for (const refund of await Promise.all(refunds)) mustOf(refund)
      await Promise.all([
        settleAccount(dyingAfter(one, commits), wanted()).catch(() => undefined),
        settleAccount(two, wanted()),
      ])
    }
    await closeDays(one)
    const [payments, fees, settlements] = await Promise.all([
      all<Payment>('payment'),
      all<Fee>('fee'),
      all<Settlement>('settlement'),
    ])
    expect(payments).toHaveLength(120)
    expect(payments.filter(({ settlement_status }) => settlement_status !== 'settled')).toEqual([])
    expect(fees).toHaveLength(120)
    expect(new Set(fees.map(({ source_id }) => source_id)).size).toBe(120)
    const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
    expect(settlements.map(({ status }) => status)).not.toContain('closing')
    expect(sum(settlements.map(({ payment_count }) => payment_count))).toBe(120)
    expect(sum(settlements.map(({ refund_count }) => refund_count))).toBe(15)
    expect(sum(settlements.map(({ amount_captured }) => amount_captured))).toBe(
      sum(payments.map(({ amount_captured }) => amount_captured)),
    )
  })

  test.each([
    ['a moment', 'at once', 0, 0],
    ['five days', 'at once', 5 * dayMs, 0],
    ['a moment', 'after a stop of five days', 0, 5 * dayMs],
  ])(
    'with a run open for %s and stamps written late by a dying node, the sums are corrected %s',
    async (_, __, openFor, stoppedFor) => {
      const [one, two] = nodes
      await Promise.all([paid(one, 700), paid(one, 800)])
      let closed = () => {}
      const isClosed = new Promise<void>((resolve) => {
        closed = resolve
      })
      let waiting = 0
      // Its stamps wait until the other node has closed the run; then it dies.
      const late: Services = {
        ...two,
        store: {
          ...two.store,
          commit: async (set) => {
            const stamps = set.writes.some(({ kind }) => kind === 'payment')
            if (!stamps) throw new Error('killed')
            waiting += 1
            await isClosed
            return two.store.commit(set)
          },
        },
      }
      const skipping: Services = {
        ...one,
        store: {
          ...one.store,
          // Lists no payments: as if the late node had claimed them when this node looked.
          list: async (kind, query) =>
            kind === 'payment' && query.where?.some(({ column }) => column === 'settlement_status')
              ? []
              : one.store.list(kind, query),
        },
      }
      const { accountId: account } = wanted()
      const run = mustOf(
        await openRun(one, { accountId: account, currency: 'USD', day: null, cutoff: clock.now() + 1 }),
      )
      clock.advance(openFor)
      const dying = finishRun(late, run).catch(() => undefined)
      await expect.poll(() => waiting).toBe(2)
      const settled = mustOf(await finishRun(skipping, run))
      expect(settled).toMatchObject({ status: 'closed', payment_count: 0 })
      closed()
      await dying
      const stamped = (await all<Payment>('payment')).filter(({ settlement_id }) => settlement_id === run.id)
      expect(stamped).toHaveLength(2)
      clock.advance(stoppedFor)
      await correctSums(one)
      const [corrected] = (await all<Settlement>('settlement')).filter(({ id }) => id === run.id)
      expect(corrected).toMatchObject({ payment_count: 2, amount_captured: 1500 })
    },
  )

  test('a payment that a delayed node did not stamp before the run closed is settled by the next run', async () => {
    const [one, two] = nodes
    const payment = await paid(one, 900)
    const run = mustOf(await openRun(one, wanted()))
    let isHeldUp = () => {}
    const heldUp = new Promise<void>((resolve) => {
      isHeldUp = resolve
    })
    let goOn = () => {}
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const late: Services = {
      ...two,
      store: {
        ...two.store,
        async list(kind, query) {
          const rows = await two.store.list<never>(kind, query)
          if (kind === 'payment' && rows.length > 0) {
            isHeldUp()
            await mayGoOn
          }
          return rows
        },
      },
    }
    const finishing = finishRun(late, run)
    await heldUp
    const closed = mustOf(await closeRun(one, run, () => sumsOf(one, run)))
    goOn()
    mustOf(await finishing)
    expect(closed).toMatchObject({ status: 'closed', payment_count: 0 })
    const found = await one.store.get<Payment>('payment', accountId, payment.id)
    expect(found?.document).toMatchObject({ settlement_id: null, settlement_status: 'unsettled' })
    expect(mustOf(await settleAccount(one, wanted()))).toMatchObject({
      payment_count: 1,
      amount_captured: 900,
    })
  })

  test('two nodes close a day only once', async () => {
    const [one, two] = nodes
    await paid(one, 500)
    const before = (await all<Settlement>('settlement')).length
    clock.advance(24 * 60 * 60_000)
    await Promise.all([closeDays(one), closeDays(two), closeDays(one)])
    const settlements = await all<Settlement>('settlement')
    expect(settlements).toHaveLength(before + 1)
    expect(settlements[0]).toMatchObject({ status: 'closed', payment_count: 1, amount_captured: 500 })
  })
})
