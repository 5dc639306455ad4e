import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type App, createApp } from '../../../../src-service/app.ts'
import { startTestServer, type TestServer } from '../../../support/embedded-postgres.ts'
import { silentLog } from '../../../support/silent-log.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const vaultKeys = randomBytes(32).toString('base64')

/** Nodes of one database, each with its own folder, that start at the same moment. */
async function startAtOnce(
  count: number,
  sandbox: boolean,
  vaultKeysOf: (index: number) => string | undefined = () => vaultKeys,
): Promise<readonly App[]> {
  const databaseUrl = await server.createDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'first-start-'))
  const start = (index: number) =>
    createApp(
      {
        ...{ port: 0, host: '127.0.0.1', dataDirectory: join(folder, String(index)), databaseUrl, sandbox },
        ...{ rateLimit: null, checkReplies: true, vaultKeys: vaultKeysOf(index) },
        privateKey: sandbox ? null : `sk_${'a'.repeat(40)}`,
      },
      silentLog,
    )
  const starts = Array.from({ length: count }, (_, index) => start(index))
  onTestFinished(async () => {
    for (const started of await Promise.allSettled(starts)) {
      if (started.status === 'fulfilled') await started.value.stop()
    }
    await server.dropDatabase(databaseUrl)
    rmSync(folder, { recursive: true })
  })
  return Promise.all(starts)
}

describe('several nodes that start for the first time at once', () => {
  test('several nodes that start for the first time at once create one tenant', async () => {
    const [app] = await startAtOnce(6, false)
    expect(await app?.services.store.list('tenant', { limit: 9 })).toHaveLength(1)
  })

  test('several nodes that start for the first time at once create one training merchant, and all report it', async () => {
    const apps = await startAtOnce(6, true)
    expect(new Set(apps.map(({ sandbox }) => sandbox?.account_id)).size).toBe(1)
    const store = apps[0]?.services.store
    expect(await store?.list('tenant', { limit: 9 })).toHaveLength(1)
    expect(await store?.list('account', { limit: 9 })).toHaveLength(1)
  })
})

describe("the service from a terminal's view", () => {
  test('several nodes that start for the first time at once are one service to a terminal, with one fingerprint key', async () => {
    const apps = await startAtOnce(4, true)
    const [known] = apps.map(({ services }) => services.vault.terminalKeys().publicKey)
    for (const { services } of apps) expect(services.vault.terminalKeys().publicKey).toEqual(known)
    const fingerprints = apps.map(({ services }) => services.vault.fingerprint('4111111111111111'))
    expect(new Set(fingerprints).size).toBe(1)
  })

  test('a node of a shared database does not start with another vault key', async () => {
    const alone = startAtOnce(2, true, () => undefined)
    await expect(alone).rejects.toThrow(
      /sealed with the key vk_.*COUNTERTOP_VAULT_KEY, the same on every node/,
    )
  })
})
