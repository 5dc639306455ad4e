import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type App, createApp } from '../../../src-service/app.ts'
import { readCommand } from '../../../src-service/config/config.ts'
import { startTestServer, type TestServer } from '../../support/embedded-postgres.ts'
import { silentLog } from '../../support/silent-log.ts'

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

describe('DATABASE_URL', () => {
  const commandWith = (DATABASE_URL: string) => readCommand(['--sandbox'], { DATABASE_URL })

  test.each(['postgresql://me:secret@localhost:5432/shop', 'postgres://localhost/shop?sslmode=require'])(
    'DATABASE_URL may be %s',
    (url) => {
      const command = commandWith(url)
      expect(command).toMatchObject({ ok: true, value: { config: { databaseUrl: url } } })
    },
  )

  test.each([
    'mysql://me:secret@localhost/shop',
    'file:shop.db',
    'localhost:5432/shop',
    'postgresql:shop',
    'postgresql://me:sec/ret@localhost/shop',
    'postgresqlx://localhost/shop',
  ])('DATABASE_URL may not be %s, and the error does not show its password', (url) => {
    const command = commandWith(url)
    if (command.ok) throw new Error('it was taken')
    expect(command.error).toMatch(/^DATABASE_URL must be a URL such as postgresql:\/\//)
    expect(command.error).not.toContain('secret')
  })

  test('an empty DATABASE_URL means SQLite', () => {
    const command = commandWith('')
    expect(command.ok && command.value.name === 'serve' && 'databaseUrl' in command.value.config).toBe(false)
  })
})

describe('without --sandbox', () => {
  test('without --sandbox, a bank of play money is refused unless the command has --play-money', () => {
    for (const args of [[], ['--processor', 'sandbox'], ['--processor', 'harsh']]) {
      const command = readCommand(args, {})
      expect(command).toMatchObject({ ok: false, error: expect.stringContaining('moves no money') })
    }
    expect(readCommand(['--play-money'], {})).toMatchObject({ ok: true })
    expect(readCommand(['--sandbox', '--processor', 'harsh'], {})).toMatchObject({ ok: true })
  })
})

describe('a data folder', () => {
  const open = (dataDirectory: string, sandbox: boolean) =>
    createApp(
      {
        ...{ port: 0, host: '127.0.0.1', dataDirectory, sandbox, rateLimit: null, checkReplies: true },
        ...{ vaultKeys: undefined, privateKey: null },
      },
      silentLog,
    )
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'data-folder-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return folder
  }

  test.each([true, false])(
    'a data folder of one environment (sandbox: %s) is refused by the other',
    async (sandbox) => {
      const folder = newFolder()
      await (await open(folder, sandbox)).stop()
      await expect(open(folder, !sandbox)).rejects.toThrow(sandbox ? 'of a sandbox' : 'not of a sandbox')
      await (await open(folder, sandbox)).stop()
    },
  )

  test('the data folder of a sandbox is also recognized by its database', async () => {
    const folder = newFolder()
    await (await open(folder, true)).stop()
    rmSync(join(folder, 'environment'))
    await expect(open(folder, false)).rejects.toThrow('of a sandbox')
  })

  test('a data folder that others could read is restricted to its owner', async () => {
    const folder = newFolder()
    await (await open(folder, true)).stop()
    chmodSync(folder, 0o755)
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
    await (await open(folder, true)).stop()
    const modes = [folder, ...readdirSync(folder).map((name) => join(folder, name))].map((path) => [
      path,
      statSync(path).mode & 0o077,
    ])
    expect(modes.filter(([, open]) => open !== 0)).toEqual([])
  })
})
