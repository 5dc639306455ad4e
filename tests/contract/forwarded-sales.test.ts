import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { build } from '../../scripts/lib/build.mjs'
import { endOfFailure } from '../../src-main/sale/outcomes.ts'
import { orderIdOf } from '../../src-service/processor/order-id.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { heldByOrder } from '../chaos/support/bank-entries.ts'
import { type ServiceProcess, startServiceProcess } from '../chaos/support/service-process.ts'
import { startTestServer, type TestServer } from '../support/embedded-postgres.ts'
import { freePort } from '../support/free-port.ts'
import { must } from '../support/must.ts'

/** Sales at a terminal of one process through another one; the first process is killed during the sale. */
const patienceMs = 120_000
const patience = { timeout: 60_000, interval: 200 }
const hsn = 'VT-KILLED'

let server: TestServer
beforeAll(async () => {
  await build({ names: ['service'], report: () => {} })
  server = await startTestServer()
})
afterAll(() => server?.stop())

interface Shop {
  readonly linked: ServiceProcess
  readonly other: ServiceProcess
  /** The key of the session, opened through the other process. */
  readonly sessionKey: string
  newIntent(amount: number): Promise<string>
  charge(id: string): ReturnType<ServiceProcess['client']['call']>
  paymentsOf(id: string): Promise<readonly Payment[]>
  /** Returns the amount that the bank holds for the payments of an intent, in cents. */
  heldFor(id: string): Promise<number>
}

async function openShop(script: 'approve' | 'silent', bankDelayMs: number): Promise<Shop> {
  const folder = await mkdtemp(join(tmpdir(), 'forwarded-sales-'))
  const databaseUrl = await server.createDatabase()
  const opened: ServiceProcess[] = []
  onTestFinished(async () => {
    for (const service of opened) await service.kill()
    await rm(folder, { recursive: true, force: true })
    await server.dropDatabase(databaseUrl)
  })
  const open = async (name: string) => {
    const port = await freePort()
    const args = ['--node-url', `http://127.0.0.1:${port}`, '--bank-delay', String(bankDelayMs)]
    const env = { COUNTERTOP_VAULT_KEY: Buffer.alloc(32, 7).toString('base64') }
    const service = await startServiceProcess(join(folder, name), databaseUrl, port, 'sandbox', { args, env })
    opened.push(service)
    return service
  }
  const linked = await open('linked')
  const other = await open('other')
  await must(linked.client.call('sandbox.virtual_terminals.create', { body: { hsn, script } }))
  const { session_key: sessionKey } = await vi.waitFor(
    () => must(other.client.call('terminals.connect', { body: { hsn, force: 'true' } })),
    patience,
  )
  const paymentsOf = async (id: string) =>
    (await must(other.client.call('payment_intents.list_payments', { params: { id }, query: {} }))).data
  return {
    linked,
    other,
    sessionKey,
    paymentsOf,
    newIntent: async (amount) =>
      (await must(other.client.call('payment_intents.create', { body: { amount } }))).id,
    charge: (id) =>
      other.client.call('terminals.auth_card', {
        sessionKey,
        body: { hsn, payment_intent_id: id },
        idempotencyKey: `the sale of ${id}`,
      }),
    async heldFor(id) {
      const held = await heldByOrder('sandbox', { dataFolder: folder, databaseUrl })
      return (await paymentsOf(id)).reduce((sum, payment) => sum + (held.get(orderIdOf(payment.id)) ?? 0), 0)
    },
  }
}

describe('the node of a terminal’s link, killed during a sale through another node', () => {
  test(
    'when the bank has the card, the answer is unknown, and the outcome is found later: charged once',
    async () => {
      const shop = await openShop('approve', 4_000)
      const id = await shop.newIntent(1234)
      const charging = shop.charge(id)
      await expect.poll(async () => (await shop.paymentsOf(id)).length, patience).toBe(1)
      await shop.linked.kill()
      const answer = await charging
      if (answer.ok) throw new Error('the sale was answered by a node that is dead')
      // The counter's view: the outcome is unknown, and the command may still be running.
      expect(endOfFailure(answer.error, false)).toMatchObject({ kind: 'unknown', ended: false })
      // A client without an answer sends the request again: nothing is charged a second time.
      const repeated = await shop.charge(id)
      if (!repeated.ok) expect(endOfFailure(repeated.error, false).kind).not.toBe('paid')
      await must(shop.other.client.call('sandbox.clock.advance', { body: { seconds: 65 } }))
      await expect
        .poll(async () => (await shop.paymentsOf(id)).map(({ status }) => status), patience)
        .not.toContain('processing')
      const payments = await shop.paymentsOf(id)
      expect(payments).toHaveLength(1)
      expect(await shop.heldFor(id)).toBe(payments[0]?.status === 'captured' ? 1234 : 0)
    },
    patienceMs,
  )

  test(
    'when the customer is asked for a card, the answer is unknown, and the intent is unchanged',
    async () => {
      const shop = await openShop('silent', 100)
      const id = await shop.newIntent(1234)
      const charging = shop.charge(id)
      const ping = async () =>
        must(shop.other.client.call('terminals.ping', { sessionKey: shop.sessionKey, body: { hsn } }))
      await expect.poll(ping, patience).toMatchObject({ connected: true, busy: true })
      await shop.linked.kill()
      const answer = await charging
      if (answer.ok) throw new Error('the sale was answered by a node that is dead')
      expect(endOfFailure(answer.error, false)).toMatchObject({ kind: 'unknown', ended: false })
      expect(await ping()).toMatchObject({ connected: false })
      const again = await shop.other.client.call('terminals.connect', { body: { hsn, force: 'true' } })
      expect(again).toMatchObject({ ok: false, error: { error: { code: 'terminal_not_connected' } } })
      const intent = await must(shop.other.client.call('payment_intents.get', { params: { id } }))
      expect(intent.status).toBe('created')
      expect(await shop.paymentsOf(id)).toEqual([])
      // The terminal dials the remaining node, and the sale continues there.
      await must(
        shop.other.client.call('sandbox.virtual_terminals.create', { body: { hsn, script: 'approve' } }),
      )
      const opened = await must(shop.other.client.call('terminals.connect', { body: { hsn, force: 'true' } }))
      const sold = async () =>
        shop.other.client.call('terminals.auth_card', {
          sessionKey: opened.session_key,
          body: { hsn, payment_intent_id: id },
        })
      await expect.poll(async () => (await sold()).ok, { timeout: 60_000, interval: 1_000 }).toBe(true)
      expect(await shop.heldFor(id)).toBe(1234)
    },
    patienceMs,
  )
})
