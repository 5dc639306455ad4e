import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp } from '../../../../src-service/app.ts'
import type { CreatedApiKey } from '../../../../src-shared/api/schemas/api-key.ts'
import { startTestServer, type TestServer } from '../../../support/embedded-postgres.ts'
import { silentLog } from '../../../support/silent-log.ts'

/** Two nodes of the service on one database. */
let server: TestServer
let nodes: readonly { readonly app: App; readonly url: string }[]
let folder: string
const launchKey = `sk_${'a'.repeat(40)}`
beforeAll(async () => {
  server = await startTestServer()
  folder = mkdtempSync(join(tmpdir(), 'two-nodes-'))
  const databaseUrl = await server.createDatabase()
  const vaultKeys = randomBytes(32).toString('base64')
  const open = async (name: string) => {
    const config = {
      ...{ port: 0, host: '127.0.0.1', dataDirectory: join(folder, name), databaseUrl, sandbox: false },
      ...{ rateLimit: null, checkReplies: true, vaultKeys, privateKey: launchKey },
    }
    const app = await createApp(config, silentLog)
    return { app, url: await app.listen() }
  }
  nodes = [await open('one'), await open('two')]
})
afterAll(async () => {
  for (const { app } of nodes) await app.stop()
  await server.stop()
  rmSync(folder, { recursive: true })
})

const ask = async (node: 0 | 1, method: string, path: string, key: string, body?: object) => {
  const response = await fetch(`${nodes[node]?.url}${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as CreatedApiKey }
}
const makeAdmin = async () =>
  (await ask(0, 'POST', '/api_keys', launchKey, { level: 'tenant_admin', name: 'Test' })).body

describe('keys on two nodes', () => {
  test('a key that one node makes is valid on the other', async () => {
    const { key } = await makeAdmin()
    expect((await ask(1, 'GET', '/api_keys', key)).status).toBe(200)
  })

  test('a key that one node revokes is refused by the other within a few seconds', async () => {
    const { id, key } = await makeAdmin()
    expect((await ask(1, 'GET', '/api_keys', key)).status).toBe(200)
    expect((await ask(0, 'DELETE', `/api_keys/${id}`, launchKey)).status).toBe(200)
    expect((await ask(0, 'GET', '/api_keys', key)).status).toBe(401)
    // A limit of what is tested, so shorter than the general one.
    const soon = { timeout: 15_000, interval: 100 }
    await expect.poll(async () => (await ask(1, 'GET', '/api_keys', key)).status, soon).toBe(401)
  })

  test('when the last two keys of the highest level are revoked at once on two nodes, one remains', async () => {
    const { data } = (await ask(0, 'GET', '/api_keys?limit=50', launchKey)).body as unknown as {
      data: readonly CreatedApiKey[]
    }
    const [first, second] = [await makeAdmin(), await makeAdmin()]
    for (const { id, revoked_at } of data) {
      if (revoked_at === null) expect((await ask(0, 'DELETE', `/api_keys/${id}`, launchKey)).status).toBe(200)
    }
    const answers = await Promise.all([
      ask(0, 'DELETE', `/api_keys/${first.id}`, second.key),
      ask(1, 'DELETE', `/api_keys/${second.id}`, first.key),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = await Promise.all([first, second].map(({ key }) => ask(0, 'GET', '/api_keys', key)))
    expect(left.some(({ status }) => status === 200)).toBe(true)
  })
})
