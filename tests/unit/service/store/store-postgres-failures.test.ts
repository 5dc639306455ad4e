import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commitError } from '../../../../src-service/store/postgres/failures.ts'
import { openPostgresStore } from '../../../../src-service/store/postgres/postgres-store.ts'
import type { Store, WriteSet } from '../../../../src-service/store/store.ts'
import { type OwnServer, startOwnServer } from '../../../support/embedded-postgres.ts'

/** A server of our own, since it is stopped and started here. */
let server: OwnServer
let connectionString: string
let direct: Store
beforeAll(async () => {
  server = await startOwnServer()
  connectionString = await server.createDatabase()
  direct = await openPostgresStore({ connectionString })
})
afterAll(async () => {
  await direct.close()
  await server.stop()
})

let count = 0
const newSet = (): { readonly set: WriteSet; readonly isWritten: () => Promise<boolean> } => {
  count += 1
  const id = `pm_${count}`
  const row = { account_id: 'a', id, version: 1, created_at: 1, updated_at: 1, document: { count } }
  return {
    set: { writes: [{ op: 'insert', kind: 'payment_method', row }] },
    isWritten: async () => (await direct.find('payment_method', id)) !== null,
  }
}

/** The fault that the connection has at the next statement. */
type Fault = 'none' | 'cut_before_it_arrives' | 'cut_before_its_answer' | 'keep_silent' | ErrorOfPooler
/** An error that a pooler answers when it has lost the server. */
interface ErrorOfPooler {
  readonly code: string
}

/** Returns an error message of the server's protocol. */
function errorMessage({ code }: ErrorOfPooler): Buffer {
  const fields = ['SFATAL', 'VFATAL', `C${code}`, 'Mserver conn crashed?'].map((field) => `${field}\0`)
  const body = Buffer.from(`${fields.join('')}\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

interface Line {
  readonly url: string
  readonly setFault: (fault: Fault) => void
  close(): Promise<void>
}

/** A connection to the server that can be cut before the statement arrives or before its answer. */
async function openLine(): Promise<Line> {
  const target = new URL(connectionString)
  let fault: Fault = 'none'
  const sockets = new Set<Socket>()
  const listener: Server = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const one of [socket, upstream]) {
      sockets.add(one)
      one.on('error', () => one.destroy())
      one.on('close', () => sockets.delete(one))
    }
    socket.on('close', () => upstream.end())
    upstream.on('close', () => socket.destroy())
    socket.on('data', (data) => {
      if (fault === 'cut_before_it_arrives') socket.destroy()
      else upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (fault === 'none') socket.write(data)
      else if (fault === 'cut_before_its_answer') socket.destroy()
      else if (typeof fault === 'object') socket.end(errorMessage(fault))
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')
  const url = new URL(connectionString)
  url.port = String(address.port)
  return {
    url: url.href,
    setFault: (next) => {
      fault = next
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

describe('a commit whose connection breaks', () => {
  const withLine = async (check: (store: Store, line: Line) => Promise<void>) => {
    const line = await openLine()
    const store = await openPostgresStore({ connectionString: line.url, answerTimeoutMs: 2_000 })
    await check(store, line)
    await store.close()
    await line.close()
  }

  test('a commit whose connection breaks before it arrives has an unknown outcome, and is not written', () =>
    withLine(async (store, line) => {
      const { set, isWritten } = newSet()
      line.setFault('cut_before_it_arrives')
      await expect(store.commit(set)).rejects.toThrow('outcome is unknown')
      expect(await isWritten()).toBe(false)
    }))

  test('a commit whose connection breaks before its answer has an unknown outcome, and is not sent again', () =>
    withLine(async (store, line) => {
      // The first commit prepares the statement, so that the next one is a single message.
      expect(await store.commit(newSet().set)).toEqual({ ok: true, value: undefined })
      const { set, isWritten } = newSet()
      line.setFault('cut_before_its_answer')
      await expect(store.commit(set)).rejects.toThrow('outcome is unknown')
      await expect.poll(isWritten).toBe(true)
    }))

  // The errors of PgBouncer for a lost server, and of multi-node engines for an unknown outcome.
  test.each(['08P01', '08006', '40003'])(
    'a commit whose connection breaks behind a pooler that answers %s is not reported as refused',
    (code) =>
      withLine(async (store, line) => {
        expect(await store.commit(newSet().set)).toMatchObject({ ok: true })
        const { set, isWritten } = newSet()
        line.setFault({ code })
        await expect(store.commit(set)).rejects.toMatchObject({ outcomeUnknown: true })
        await expect.poll(isWritten).toBe(true)
      }),
  )

  test('a commit that could not be sent completely is not reported as refused by the server', () => {
    const error = commitError(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }))
    expect(error).toMatchObject({ outcomeUnknown: true, message: expect.stringContaining('EPIPE') })
  })

  test('a commit without an answer is given up, and every set of its statement fails', () =>
    withLine(async (store, line) => {
      expect(await store.commit(newSet().set)).toMatchObject({ ok: true })
      line.setFault('keep_silent')
      const outcomes = await Promise.allSettled([1, 2, 3].map(() => store.commit(newSet().set)))
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    }))

  test('after a commit whose connection breaks, the store works again once the connection does', () =>
    withLine(async (store, line) => {
      line.setFault('cut_before_it_arrives')
      await expect(store.commit(newSet().set)).rejects.toThrow()
      line.setFault('none')
      const { set, isWritten } = newSet()
      expect(await store.commit(set)).toMatchObject({ ok: true })
      expect(await isWritten()).toBe(true)
    }))
})

describe('a server that is restarted', () => {
  test('a server that is restarted serves the same store afterwards, with nothing lost', async () => {
    const before = newSet()
    expect(await direct.commit(before.set)).toMatchObject({ ok: true })
    const during = newSet()
    await server.restart(async () => {
      await expect(direct.commit(during.set)).rejects.toThrow()
      await expect(direct.find('payment_method', 'pm_1')).rejects.toThrow()
    })
    const after = newSet()
    expect(await direct.commit(after.set)).toMatchObject({ ok: true })
    expect(await before.isWritten()).toBe(true)
    expect(await during.isWritten()).toBe(false)
    expect(await after.isWritten()).toBe(true)
  })

  test('a server that is restarted during commits loses nothing that it acknowledged', async () => {
    const acknowledged: (() => Promise<boolean>)[] = []
    const failures: unknown[] = []
    let ended = false
    const client = async () => {
      while (!ended) {
        const { set, isWritten } = newSet()
        try {
          if ((await direct.commit(set)).ok) acknowledged.push(isWritten)
        } catch (error) {
          failures.push(error)
          await delay(5)
        }
      }
    }
    const clients = Array.from({ length: 8 }, client)
    const acknowledgedMore = async (count: number) => {
      const enough = acknowledged.length + count
      await expect.poll(() => acknowledged.length).toBeGreaterThan(enough)
    }
    await acknowledgedMore(50)
    await server.restart()
    await acknowledgedMore(50)
    ended = true
    await Promise.all(clients)
    expect(failures.length).toBeGreaterThan(0)
    expect(await Promise.all(acknowledged.map((isWritten) => isWritten()))).not.toContain(false)
  })
})

describe('the message of a failure', () => {
  test('a failure names the constraint, and never the refused row', async () => {
    const row = {
      account_id: 'a',
      id: 'pi_secret',
      version: 1,
      created_at: 1,
      updated_at: 1,
      document: { status: 'created', amount: -1, settlement_status: 'unsettled', note: 'private' },
    }
    const error = await direct
      .commit({ writes: [{ op: 'insert', kind: 'payment_intent', row }] })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).toContain('payment_intents_amount_check')
    expect(JSON.stringify([String(error), { ...(error as object) }])).not.toContain('private')
  })

  test('a database that cannot be reached at all is an error', async () => {
    const nowhere = new URL(connectionString)
    nowhere.port = '1'
    await expect(openPostgresStore({ connectionString: nowhere.href })).rejects.toThrow()
  })
})
