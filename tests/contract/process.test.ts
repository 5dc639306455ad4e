import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { build } from '../../scripts/lib/build.mjs'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { migrations } from '../../src-service/store/migrations.ts'
import { stopMessage } from '../../src-shared/stop-message.ts'

const program = fromRoot('dist', 'service', 'main.js')
beforeAll(() => build({ names: ['service'], report: () => {} }))

interface Running {
  readonly process: ChildProcess
  readonly ready: Promise<Record<string, string>>
  readonly exited: Promise<number | null>
  readonly output: () => { readonly out: string; readonly err: string }
}

const started: Running[] = []
afterEach(async () => {
  for (const running of started.splice(0)) {
    running.process.kill('SIGKILL')
    await running.exited
  }
})

const dataFolders: string[] = []
const dataFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'service-data-'))
  dataFolders.push(path)
  return path
}
afterAll(() => {
  for (const path of dataFolders) rmSync(path, { recursive: true, force: true })
})

function start(args: readonly string[], env: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } })
  let [out, err] = ['', '']
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<Record<string, string>>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      out += String(chunk)
      const [line, rest] = out.split('\n')
      if (rest !== undefined && line?.startsWith('{"event"')) resolve(JSON.parse(line))
    })
    child.once('close', (code) => reject(new Error(`ended with ${code}: ${err}`)))
  })
  ready.catch(() => undefined)
  child.stderr.on('data', (chunk) => {
    err += String(chunk)
  })
  const running = { process: child, ready, exited, output: () => ({ out, err }) }
  started.push(running)
  return running
}

const list = (ready: Record<string, string>, key = ready.private_key ?? '') =>
  fetch(`${ready.url}/payment_intents`, { headers: { 'x-api-key': key } })

describe('the service as a process', () => {
  test('the service prints one line when it is ready, with everything that a sandbox needs', async () => {
    const running = start(['--port', '0', '--data', dataFolder(), '--sandbox'])
    const ready = await running.ready
    expect(ready).toMatchObject({
      event: 'ready',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      private_key: expect.stringMatching(/^sk_/),
      public_key: expect.stringMatching(/^pk_/),
      account_id: expect.stringMatching(/^acct_/),
      business_id: expect.stringMatching(/^bus_/),
      merchant_id: expect.any(String),
      merchant_name: expect.any(String),
      merchant_contact: {
        address1: '1 Main Street',
        address2: expect.any(String),
        phone: expect.any(String),
      },
    })
    expect((await list(ready)).status).toBe(200)
    expect(running.output().out.trim().split('\n')).toHaveLength(1)
  })

  test.each([
    ['on its own logs', {}, ['ready']],
    [
      'started by the app prints',
      { NODE_OPTIONS: '--import data:text/javascript,process.parentPort={on(){}}' },
      ['updating', 'ready'],
    ],
  ])('a service %s, before it is ready, that it is migrating an older database', async (_, env, events) => {
    const data = dataFolder()
    const [first] = migrations
    const older = new Libsql(join(data, 'service.db'))
    older.exec('CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT')
    older.exec(first?.sql ?? '')
    older.exec("INSERT INTO migrations (number, name) VALUES (1, 'first')")
    older.close()
    const running = start(['--port', '0', '--data', data, '--sandbox'], env)
    await expect.poll(() => running.output().out).toContain('"ready"')
    const lines = running.output().out.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(events)
    expect(running.output().err).toContain('store.updating')
  })

  test('the service ends cleanly on SIGTERM', async () => {
    const running = start(['--port', '0', '--data', dataFolder(), '--sandbox'])
    await running.ready
    running.process.kill('SIGTERM')
    expect(await running.exited).toBe(0)
  })

  test('the service ends cleanly when the app asks it to stop', async () => {
    const listens = `process.parentPort={on(_,take){setTimeout(take,500,{data:'${stopMessage}'})}}`
    const env = { NODE_OPTIONS: `--import data:text/javascript,${listens}` }
    const running = start(['--port', '0', '--data', dataFolder(), '--sandbox'], env)
    expect(await running.exited).toBe(0)
    expect(running.output().out).toContain('"ready"')
  })

  test('a service that is restarted keeps its keys, its merchant and its data', async () => {
    const data = dataFolder()
    const first = start(['--port', '0', '--data', data, '--sandbox'])
    const { url: _, ...before } = await first.ready
    first.process.kill('SIGKILL')
    await first.exited
    const { url: __, ...after } = await start(['--port', '0', '--data', data, '--sandbox']).ready
    expect(after).toEqual(before)
    for (const name of readdirSync(data)) expect(statSync(join(data, name)).mode & 0o077, name).toBe(0)
  })

  test('the service does not print a revoked key, but a valid one', async () => {
    const data = dataFolder()
    const first = start(['--port', '0', '--data', data, '--sandbox'])
    const before = await first.ready
    const headers = { 'x-api-key': String(before.private_key) }
    const keys = (await (await fetch(`${before.url}/api_keys`, { headers })).json()) as {
      data: readonly { id: string; level: string }[]
    }
    const shop = keys.data.find(({ level }) => level === 'public')?.id
    expect((await fetch(`${before.url}/api_keys/${shop}`, { method: 'DELETE', headers })).status).toBe(200)
    first.process.kill('SIGTERM')
    await first.exited
    const second = start(['--port', '0', '--data', data, '--sandbox'])
    const after = await second.ready
    expect(after.private_key).toBe(before.private_key)
    expect(after.public_key).not.toBe(before.public_key)
    second.process.kill('SIGTERM')
    await second.exited
    const third = await start(['--port', '0', '--data', data, '--sandbox']).ready
    expect(third.public_key).toBe(after.public_key)
  })

  test('the service accepts the key of this launch and stores it nowhere', async () => {
    const data = dataFolder()
    const key = `sk_${'launch-key-'.repeat(4)}`
    const running = start(['--port', '0', '--data', data, '--sandbox'], { COUNTERTOP_PRIVATE_KEY: key })
    const ready = await running.ready
    expect(ready.private_key).toBe(key)
    expect((await list(ready)).status).toBe(200)
    running.process.kill('SIGTERM')
    await running.exited
    expect(existsSync(join(data, 'sandbox-keys.json'))).toBe(false)
    expect(readFileSync(join(data, 'service.db')).includes(key)).toBe(false)
    const without = await start(['--port', '0', '--data', data, '--sandbox']).ready
    expect((await list(without, key)).status).toBe(401)
  })

  test('the service reports that another service uses the data folder', async () => {
    const data = dataFolder()
    await start(['--port', '0', '--data', data, '--play-money']).ready
    const second = start(['--port', '0', '--data', data, '--play-money'])
    expect(await second.exited).toBe(1)
    expect(second.output().err).toContain('is in use by another service')
  })

  test('the service reports that the port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const running = start(['--port', String(port), '--data', dataFolder(), '--play-money'])
    expect(await running.exited).toBe(1)
    expect(running.output().err).toContain(`port ${port} of 127.0.0.1 is in use`)
    server.close()
  })

  test('the service ends with the program that started it', async () => {
    const running = start(['--port', '0', '--data', dataFolder(), '--play-money', '--exit-with-parent'])
    await running.ready
    running.process.stdin?.end()
    expect(await running.exited).toBe(0)
  })

  test('the service has no sandbox unless it is requested', async () => {
    const key = `sk_${'operator-key'.repeat(3)}`
    const args = ['--port', '0', '--data', dataFolder(), '--play-money']
    const ready = await start(args, { COUNTERTOP_PRIVATE_KEY: key }).ready
    expect(Object.keys(ready)).toEqual(['event', 'url'])
    expect((await list(ready, key)).status).toBe(200)
    const advance = await fetch(`${ready.url}/sandbox/clock/advance`, {
      method: 'POST',
      headers: { 'x-api-key': key },
    })
    expect(advance.status).toBe(404)
  })

  test.each([
    [['--prot', '1'], {}, 'prot'],
    [['rotate'], {}, 'the commands are rotate-terminal-key, move-to-postgres and webhooks listen'],
    [['--rotate-terminal-key'], {}, 'rotate-terminal-key'],
    [['rotate-terminal-key', '--data', '/nonexistent'], {}, 'no data of a service'],
    [['--port', '99999'], {}, '--port must be'],
    [['--rate-limit', 'some'], {}, '--rate-limit must be'],
    [[], { COUNTERTOP_PRIVATE_KEY: 'short' }, 'COUNTERTOP_PRIVATE_KEY must be'],
    [[], { LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be'],
    [[], {}, 'moves no money'],
  ])('the service explains what is wrong with %j %j', async (args, env, reason) => {
    const running = start(args, env as Record<string, string>)
    expect(await running.exited).toBe(1)
    expect(running.output().err).toContain(reason)
  })

  test('the service prints its OpenAPI document and its help without starting', async () => {
    const printing = start(['--print-openapi'])
    expect(await printing.exited).toBe(0)
    expect(JSON.parse(printing.output().out)).toMatchObject({ openapi: '3.1.0' })
    const helping = start(['--help'])
    expect(await helping.exited).toBe(0)
    expect(helping.output().out).toContain('--sandbox')
  })

  test('the service limits the rate of a key, and names the time to wait', async () => {
    const ready = await start(['--port', '0', '--data', dataFolder(), '--sandbox', '--rate-limit', '5']).ready
    const answers = await Promise.all(Array.from({ length: 12 }, () => list(ready)))
    const limited = answers.filter((answer) => answer.status === 429)
    expect(limited.length).toBeGreaterThanOrEqual(5)
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await limited[0]?.json()).toMatchObject({ error: { code: 'rate_limited', type: 'rate_limit' } })
    await expect.poll(async () => (await list(ready)).status, { interval: 200 }).toBe(200)
  })

  test.each([
    ['uses the client address from a trusted proxy', ['--trusted-proxy', '127.0.0.0/8'], 200],
    ['ignores forwarded headers from other senders', [], 429],
  ])('the service %s when it limits guesses', async (_, option, expected) => {
    const { url } = await start(['--port', '0', '--data', dataFolder(), '--sandbox', ...option]).ready
    const guess = async (client: string) => {
      const answer = await fetch(`${url}/terminals/activate/begin`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.99, ${client}` },
        body: JSON.stringify({ hsn: 'VT-1', share: 'ab'.repeat(48) }),
      })
      return answer.status
    }
    for (let guesses = 0; guesses < 10; guesses += 1) expect(await guess('198.51.100.1')).toBe(200)
    expect(await guess('198.51.100.1')).toBe(429)
    expect(await guess('198.51.100.2')).toBe(expected)
  })

  test('a command creates a new key for the terminals, but not while the service runs', async () => {
    const data = dataFolder()
    const running = start(['--port', '0', '--data', data, '--sandbox'])
    await running.ready
    const refused = start(['rotate-terminal-key', '--data', data])
    expect(await refused.exited).toBe(1)
    expect(refused.output().err).toContain('is in use by another service')
    running.process.kill('SIGTERM')
    await running.exited
    const rotating = start(['rotate-terminal-key', '--data', data])
    expect(await rotating.exited).toBe(0)
    expect(JSON.parse(rotating.output().out)).toEqual({
      event: 'terminal_key_rotated',
      key_id: expect.stringMatching(/^tk_[0-9a-f]{12}$/),
    })
  })
})
