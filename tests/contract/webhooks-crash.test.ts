import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from '../../scripts/lib/build.mjs'
import { type ServiceProcess, startServiceProcess } from '../chaos/support/service-process.ts'
import { startTestServer, type TestServer } from '../support/embedded-postgres.ts'
import { must } from '../support/must.ts'
import { startWebhookListener, type WebhookListener } from '../support/webhook-listener.ts'

/** Time limit for starts, kills and restarts on a busy machine. */
const patienceMs = 120_000
const poll = { timeout: 60_000, interval: 50 }

let server: TestServer
let listener: WebhookListener
beforeAll(async () => {
  await build({ names: ['service'], report: () => {} })
  server = await startTestServer()
  listener = await startWebhookListener()
})
afterAll(async () => {
  await listener.stop()
  await server.stop()
})

const open = (folder: string, databaseUrl: string | null) =>
  startServiceProcess(folder, databaseUrl, 0, 'sandbox', {
    args: ['--private-webhooks'],
    // Nodes of one database share the vault's key.
    env: { COUNTERTOP_VAULT_KEY: Buffer.alloc(32, 7).toString('base64') },
  })

const createIntents = (service: ServiceProcess, count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      must(service.client.call('payment_intents.create', { body: { amount: 1000 } })),
    ),
  )

async function endpointAt(service: ServiceProcess, path: string) {
  const body = { url: listener.url(path), event_types: ['v2.payment_intent.created' as const] }
  const { secret } = await must(service.client.call('webhook_endpoints.create', { body }))
  return {
    received: () => listener.received(path),
    /** Returns the webhooks' intent ids. */
    intents: () => listener.verified(path, secret ?? '').map((body) => String(body.data.object.id)),
  }
}

const idsOf = (intents: readonly { readonly id: string }[]) => intents.map(({ id }) => id).sort()

/** Kills the service while it waits for the listener, and lets another one continue. */
async function killBetweenCommitAndDelivery(
  path: string,
  first: ServiceProcess,
  goOn: () => Promise<ServiceProcess>,
): Promise<void> {
  const hook = await endpointAt(first, path)
  const before = await createIntents(first, 5)
  await expect.poll(() => new Set(hook.intents()).size, poll).toBe(5)
  listener.answer(path, 'never')
  const cut = await createIntents(first, 10)
  await expect.poll(() => hook.received().length, poll).toBeGreaterThan(5)
  await first.kill()
  const gotBefore = new Set(hook.intents())
  // Some were in transit without an answer; the others had not been sent.
  expect(cut.filter(({ id }) => !gotBefore.has(id))).not.toEqual([])
  listener.answer(path, 200)
  const second = await goOn()
  // The claims of the dead process expire.
  await must(second.client.call('sandbox.clock.advance', { body: { seconds: 60 } }))
  await expect.poll(() => [...new Set(hook.intents())].sort(), poll).toEqual(idsOf([...before, ...cut]))
}

describe('a service killed between the commit of events and their delivery', () => {
  test(
    'a service killed on SQLite before its webhooks have arrived delivers every one after its restart',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'webhooks-crash-'))
      const services: ServiceProcess[] = []
      const start = async () => {
        const service = await open(folder, null)
        services.push(service)
        return service
      }
      try {
        await killBetweenCommitAndDelivery('/sqlite', await start(), start)
      } finally {
        for (const service of services) await service.kill()
        await rm(folder, { recursive: true, force: true })
      }
    },
    patienceMs,
  )

  test(
    'when a service is killed on PostgreSQL, two other nodes deliver each of its webhooks once',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'webhooks-crash-'))
      const databaseUrl = await server.createDatabase()
      const services: ServiceProcess[] = []
      try {
        for (const name of ['one', 'two']) services.push(await open(join(folder, name), databaseUrl))
        const [one, two] = services
        if (one === undefined || two === undefined) throw new Error('there are two nodes')
        const both = await endpointAt(one, '/both')
        const made = [...(await createIntents(one, 10)), ...(await createIntents(two, 10))]
        await expect.poll(() => both.intents().sort(), poll).toEqual(idsOf(made))
        await killBetweenCommitAndDelivery('/postgres', one, async () => two)
        // Long after the claims expired: delivered events are not sent again.
        const again = new Set(idsOf(made))
        expect(
          both
            .intents()
            .filter((id) => again.has(id))
            .sort(),
        ).toEqual(idsOf(made))
      } finally {
        for (const service of services) await service.kill()
        await rm(folder, { recursive: true, force: true })
        await server.dropDatabase(databaseUrl)
      }
    },
    patienceMs,
  )
})
