import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp } from '../../src-service/app.ts'
import { type Client, createClient } from '../../src-shared/api/client.ts'
import { startTestServer, type TestServer } from '../support/embedded-postgres.ts'
import { silentLog } from '../support/silent-log.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Two nodes of the service on one PostgreSQL, each with its own outbox. */
let server: TestServer
let nodes: readonly { readonly app: App; readonly client: Client }[] = []
beforeAll(async () => {
  server = await startTestServer()
  const databaseUrl = await server.createDatabase()
  const folder = await temporaryFolder('messages-of-two-nodes')
  const shared = {
    ...{ port: 0, host: '127.0.0.1', databaseUrl, sandbox: true, rateLimit: null, checkReplies: true },
    ...{ vaultKeys: randomBytes(32).toString('base64'), privateKey: `sk_${'m'.repeat(40)}` },
  }
  const open = async (name: string) => {
    const app = await createApp({ ...shared, dataDirectory: join(folder, name) }, silentLog)
    const accountId = app.sandbox?.account_id ?? ''
    const client = createClient({ baseUrl: await app.listen(), apiKey: shared.privateKey, accountId })
    return { app, client }
  }
  nodes = [await open('one'), await open('two')]
})
afterAll(async () => {
  await Promise.all(nodes.map(({ app }) => app.stop()))
  await server.stop()
})

describe('the limit on messages of two nodes', () => {
  test('a link is sent five times in an hour, even when both nodes are asked at once', async () => {
    const [one] = nodes
    if (one === undefined) throw new Error('there is no node')
    const session = await one.client.call('checkout_sessions.create', {
      body: { payment_intent_data: { amount: 1000 } },
    })
    if (!session.ok) throw new Error(JSON.stringify(session.error))
    const { id } = session.value
    const body = { phone_number: '+15550100123' }
    const outcomes: string[] = []
    // In pairs, so that each node meets the count that the other has just written.
    for (let pairs = 0; pairs < 5; pairs += 1) {
      const answers = await Promise.all(
        nodes.map(({ client }) => client.call('checkout_sessions.send_sms', { params: { id }, body })),
      )
      for (const answer of answers) {
        if (answer.ok) outcomes.push(answer.value.success ? 'sent' : answer.value.message)
        else outcomes.push(answer.error.kind === 'refused' ? answer.error.error.code : answer.error.reason)
      }
    }
    const count = (outcome: string) => outcomes.filter((one) => one === outcome).length
    expect({ sent: count('sent'), refused: count('rate_limited') }, outcomes.join()).toEqual({
      sent: 5,
      refused: 5,
    })
    const outboxes = await Promise.all(nodes.map(({ client }) => client.call('sandbox.outbox', {})))
    const messages = outboxes.flatMap((outbox) => (outbox.ok ? outbox.value.data : []))
    expect(messages).toHaveLength(5)
  })
})
