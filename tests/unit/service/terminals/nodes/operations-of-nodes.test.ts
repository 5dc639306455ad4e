import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp } from '../../../../../src-service/app.ts'
import { startTestServer, type TestServer } from '../../../../support/embedded-postgres.ts'
import { silentLog } from '../../../../support/silent-log.ts'

/** Two nodes of the service on one database: a terminal's link is with one of them, or moves. */
let server: TestServer
let nodes: readonly { readonly app: App; readonly url: string }[]
let folder: string
const privateKey = `sk_${'b'.repeat(40)}`
beforeAll(async () => {
  server = await startTestServer()
  folder = mkdtempSync(join(tmpdir(), 'terminals-of-two-nodes-'))
  const databaseUrl = await server.createDatabase()
  const vaultKeys = randomBytes(32).toString('base64')
  const open = async (name: string) => {
    const config = {
      ...{ port: 0, host: '127.0.0.1', dataDirectory: join(folder, name), databaseUrl, sandbox: true },
      ...{ rateLimit: null, checkReplies: true, vaultKeys, privateKey },
    }
    const app = await createApp(config, silentLog)
    return { app, url: await app.listen() }
  }
  nodes = [await open('one'), await open('two')]
})
afterAll(async () => {
  await Promise.all(nodes.map(({ app }) => app.stop()))
  await server.stop()
  rmSync(folder, { recursive: true })
})

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>> & { readonly error?: { readonly code: string } }
}

const accountHeader = () => ({ 'x-account-id': nodes[0]?.app.sandbox?.account_id ?? '' })

async function ask(node: 0 | 1, path: string, body: object, sessionKey?: string): Promise<Answer> {
  const response = await fetch(`${nodes[node]?.url}${path}`, {
    method: 'POST',
    headers: {
      'x-api-key': privateKey,
      ...accountHeader(),
      'content-type': 'application/json',
      ...(sessionKey === undefined ? {} : { 'x-session-key': sessionKey }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}
const run = (node: 0 | 1, name: string, body: object, sessionKey?: string) =>
  ask(node, `/terminals/processor/${name}`, body, sessionKey)
const plug = async (node: 0 | 1, hsn: string, behaviour: object) =>
  expect((await ask(node, '/sandbox/virtual_terminals', { hsn, ...behaviour })).status).toBe(200)
const connect = async (node: 0 | 1, hsn: string, force = false) => {
  const { body } = await run(node, 'connect', { hsn, ...(force ? { force: 'true' } : {}) })
  return String(body.session_key)
}

describe('a terminal of two nodes', () => {
  test('a terminal of two nodes is also busy on the node without its link, until its command has ended', async () => {
    const hsn = 'VT-BUSY'
    await plug(0, hsn, { script: 'silent' })
    const key = await connect(0, hsn)
    const asked = run(0, 'read_confirmation', { hsn, prompt: 'Is this right?' }, key)
    const ping = async (node: 0 | 1) => (await run(node, 'ping', { hsn }, key)).body
    await expect.poll(() => ping(1)).toMatchObject({ connected: false, busy: true })
    expect(await ping(0)).toMatchObject({ connected: true, busy: true })
    // The node that cannot stop the command does not claim that nothing runs.
    const astray = await run(1, 'cancel', { hsn }, key)
    expect(astray.body.error).toMatchObject({
      code: 'terminal_not_connected',
      message: expect.stringContaining('on another node'),
    })
    expect(await ping(1)).toMatchObject({ busy: true })
    await run(0, 'cancel', { hsn }, key)
    expect((await asked).body.error?.code).toBe('terminal_cancelled')
    expect(await ping(1)).toMatchObject({ busy: false })
    expect(await ping(0)).toMatchObject({ connected: true, busy: false })
    expect((await run(1, 'cancel', { hsn }, key)).body).toEqual({ cancelled: false })
  })

  test('a terminal of two nodes takes no command on its new node while the former node still runs one', async () => {
    const hsn = 'VT-MOVES'
    await plug(0, hsn, { script: 'silent' })
    const key = await connect(0, hsn)
    const asked = run(0, 'read_confirmation', { hsn, prompt: 'Is this right?' }, key)
    await expect.poll(async () => (await run(0, 'ping', { hsn }, key)).body).toMatchObject({ busy: true })

    await plug(1, hsn, {})
    const refusedSession = await run(1, 'connect', { hsn })
    expect(refusedSession.body.error?.code).toBe('terminal_in_use')
    const taken = await connect(1, hsn, true)
    const ping = (await run(1, 'ping', { hsn }, taken)).body
    expect(ping).toMatchObject({ connected: true, busy: true })
    const prompt = { hsn, prompt: 'May we ask?' }
    const refused = await run(1, 'read_confirmation', prompt, taken)
    expect(refused.body.error).toMatchObject({ code: 'terminal_in_use' })
    expect(refused.body.error).toMatchObject({ message: expect.stringContaining('read_confirmation') })

    // The first terminal is unplugged: now the other one is free.
    await fetch(`${nodes[0]?.url}/sandbox/virtual_terminals/${hsn}`, {
      method: 'DELETE',
      headers: { 'x-api-key': privateKey, ...accountHeader() },
    })
    expect((await asked).body.error?.code).toBe('terminal_not_connected')
    expect((await run(1, 'read_confirmation', prompt, taken)).body).toEqual({ confirmed: true })
  })
})
