import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { OperationReply } from '../../src-shared/api/operations.ts'
import { startTestServer } from '../support/embedded-postgres.ts'
import { type Answer, type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

const disk = { isFull: false }
const { statfsSync } = fs
// The module of node itself, since other tests of this worker have loaded the service before.
beforeAll(() => {
  fs.statfsSync = ((folder: string) => ({
    ...statfsSync(folder),
    ...(disk.isFull ? { bavail: 0 } : {}),
  })) as typeof statfsSync
  syncBuiltinESMExports()
})
afterAll(() => {
  fs.statfsSync = statfsSync
  syncBuiltinESMExports()
})

const hsn = 'VT-STOP'
let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  await ask('sandbox.virtual_terminals.create', { body: { hsn, script: 'silent' } })
})
afterAll(() => service.stop())

const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })

/** Runs `work` while the database has too much to write, which it still writes. */
async function whileOverloaded(work: () => Promise<void>): Promise<void> {
  const { store } = service.services
  const { waiting } = store
  Object.assign(store, { waiting: () => 5_000 })
  try {
    await work()
  } finally {
    Object.assign(store, { waiting })
  }
}

/** Runs `work` while every commit fails; at first the service has not noticed yet. */
async function whileDiskIsFull(work: () => Promise<void>): Promise<void> {
  const { store } = service.services
  const { commit } = store
  disk.isFull = true
  Object.assign(store, { commit: () => Promise.reject(full) })
  try {
    await work()
  } finally {
    Object.assign(store, { commit })
    disk.isFull = false
    // There is space again, which the service notices when it next measures.
    await expect.poll(async () => (await create(freshKey())).status, { timeout: 5_000 }).toBe(200)
  }
}

/** The same once the service has noticed. */
const onceDiskIsFull = (work: () => Promise<void>) =>
  whileDiskIsFull(async () => {
    expectRefusal(await create(freshKey()), 'internal')
    expectRefusal(await create(freshKey()), 'overloaded')
    await work()
  })

let count = 0
const freshKey = () => {
  count += 1
  return { 'x-idempotency-key': `nothing-stored-${count}` }
}
const create = (headers: Record<string, string>, body: object = { amount: 1234 }) =>
  ask('payment_intents.create', { headers, body })
const replayed = (answer: Answer) => answer.headers.get('idempotency-replayed')

/** A prompt that waits for the customer, and the request that stops it. */
async function prompted(stop: 'terminals.cancel' | 'terminals.disconnect', headers: Record<string, string>) {
  const connected = await ask('terminals.connect', { body: { hsn, force: true } })
  const { session_key } = connected.body as OperationReply<'terminals.connect'>
  const session = { 'x-session-key': session_key }
  const prompt = ask('terminals.tip', { body: { hsn, amount: 1_000 }, headers: session })
  const ping = (headers: object = {}) =>
    ask('terminals.ping', { body: { hsn }, headers: { ...session, ...headers } })
  await expect.poll(async () => (await ping()).body).toMatchObject({ busy: true })
  return { prompt, ping, stop: () => ask(stop, { body: { hsn }, headers: { ...session, ...headers } }) }
}

const states = [
  ['the database is overloaded', whileOverloaded],
  ['the disk is full', onceDiskIsFull],
  ['the disk has just become full', whileDiskIsFull],
] as const
const keys = [
  ['without a key', () => ({})],
  ['with an idempotency key', freshKey],
] as const

describe.each(states)('while %s', (state, during) => {
  describe.each(keys)('and %s', (_, headers) => {
    test('cancel stops a prompt', async () => {
      const { prompt, stop } = await prompted('terminals.cancel', headers())
      await during(async () => {
        const stopped = await stop()
        expect([stopped.status, stopped.body]).toEqual([200, { cancelled: true }])
        expectRefusal(await prompt, 'terminal_cancelled')
      })
    })

    test('disconnect, by which the specification stops a prompt, stops it too', async () => {
      const { prompt, stop } = await prompted('terminals.disconnect', headers())
      await during(async () => {
        const stopped = await stop()
        // The end of the session cannot be stored on a full disk, which the answer states.
        if (during === whileOverloaded) expect(stopped.status).toBe(200)
        else expectRefusal(stopped, 'internal')
        expectRefusal(await prompt, 'terminal_cancelled')
      })
    })
  })

  test('a repeat gets the answer that is stored', async () => {
    const [one, two, three] = [freshKey(), freshKey(), freshKey()]
    const intent = await create(one)
    const makeKey = () => ask('api_keys.create', { headers: two, body: { level: 'read_only', name: state } })
    const key = await makeKey()
    const connect = () => ask('terminals.connect', { headers: three, body: { hsn, force: true } })
    const connected = await connect()
    await during(async () => {
      const again = await create(one)
      expect([again.status, again.body, replayed(again)]).toEqual([200, intent.body, 'true'])
      const secret = await makeKey()
      expect([secret.status, secret.body, replayed(secret)]).toEqual([200, key.body, 'true'])
      const session = await connect()
      expect([session.body, replayed(session)]).toEqual([connected.body, 'true'])
      expect(session.headers.get('x-session-key')).toBe(connected.headers.get('x-session-key'))
      expectRefusal(await create(one, { amount: 4321 }), 'idempotency_key_reused')
      const other = expectRefusal(await create(freshKey()), 'overloaded')
      expect(other.message).toContain('This attempt was not carried out')
    })
  })

  test.each(keys)('it is answered whether a terminal is busy, %s', async (_, headers) => {
    const { prompt, stop, ping } = await prompted('terminals.cancel', {})
    await during(async () => {
      expect((await ping(headers())).body).toMatchObject({ connected: true, busy: true })
      await stop()
      await prompt
      expect((await ping(headers())).body).toMatchObject({ connected: true, busy: false })
    })
  })

  test('searches are answered', async () => {
    await during(async () => {
      const found = await ask('terminals.terminal_details', { body: { merchant_id: service.merchantId } })
      expect(found.status).toBe(200)
    })
  })
})

describe('a stop with an idempotency key', () => {
  test('a repeat of a stop does not stop the next prompt, not even while nothing can be stored', async () => {
    const headers = freshKey()
    const first = await prompted('terminals.cancel', headers)
    const stopped = await first.stop()
    await first.prompt
    const session = await prompted('terminals.cancel', {})
    await whileOverloaded(async () => {
      const again = await first.stop()
      expect([again.body, replayed(again)]).toEqual([stopped.body, 'true'])
    })
    await session.stop()
    expectRefusal(await session.prompt, 'terminal_cancelled')
  })

  test('a repeat that arrives before the answer is saved waits for it: its session has ended', async () => {
    const { prompt, stop } = await prompted('terminals.disconnect', freshKey())
    const { store } = service.services
    const { commit } = store
    let save = () => {}
    const maySave = new Promise<void>((resolve) => {
      save = resolve
    })
    const saving = new Promise<void>((resolve) => {
      const slowly: typeof commit = async (set) => {
        if (set.idempotency?.op === 'save') {
          resolve()
          await maySave
        }
        return commit(set)
      }
      Object.assign(store, { commit: slowly })
    })
    const first = stop()
    await Promise.all([prompt, saving])
    expectRefusal(await stop(), 'idempotency_in_progress')
    save()
    Object.assign(store, { commit })
    expect((await first).body).toEqual({ success: true })
    expect(replayed(await stop())).toBe('true')
  })

  test('a stop that cannot be saved is carried out again when it is repeated', async () => {
    const { prompt, stop } = await prompted('terminals.cancel', freshKey())
    await whileDiskIsFull(async () => {
      expect((await stop()).body).toEqual({ cancelled: true })
      await prompt
      expect((await stop()).body).toEqual({ cancelled: false })
    })
  })
})

test('a repeat gets the answer that is stored while the disk of PostgreSQL is full', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.stop())
  const vaultKeys = randomBytes(32).toString('base64')
  const shared = await startService(undefined, { databaseUrl: await server.createDatabase(), vaultKeys })
  onTestFinished(() => shared.stop())
  const askShared = createAsk(shared)
  const headers = freshKey()
  const send = () => askShared('payment_intents.create', { headers, body: { amount: 1234 } })
  const first = await send()
  const { store } = shared.services
  const { commit } = store
  const failure = Object.assign(new Error('PostgreSQL refused the commit (53100)'), { code: '53100' })
  Object.assign(store, { commit: () => Promise.reject(failure) })
  const again = await send()
  const other = await askShared('payment_intents.create', { headers: freshKey() })
  Object.assign(store, { commit })
  expect([again.status, again.body, replayed(again)]).toEqual([200, first.body, 'true'])
  expectRefusal(other, 'internal')
})
