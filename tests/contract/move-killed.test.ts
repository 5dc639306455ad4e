import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import Libsql from 'libsql'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { build } from '../../scripts/lib/build.mjs'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { movedFrom } from '../../src-service/store/left-in-sqlite.ts'
import { moveMark } from '../../src-service/store/move-marks.ts'
import { openStore } from '../../src-service/store/open-store.ts'
import { startTestServer, type TestServer } from '../support/embedded-postgres.ts'
import { silentLog } from '../support/silent-log.ts'
import { openSqliteStore } from '../support/sqlite-store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { account, intentDocument, row } from '../unit/service/store/store-samples.ts'

/**
 * The command as a separate process, killed by SIGKILL at every stage: afterwards the service starts on exactly one of
 * the two databases.
 */
const poll = { timeout: 60_000, interval: 20 }

let server: TestServer
let url: string
let folder: string
let file: string
beforeAll(async () => {
  await build({ names: ['service'], report: () => {} })
  server = await startTestServer()
  url = await server.createDatabase()
  folder = await temporaryFolder('move-killed')
  file = join(folder, 'service.db')
  await openSqliteStore(file).close()
})
afterAll(() => server.stop())

function startMove() {
  const args = [fromRoot('dist/service/main.js'), 'move-to-postgres', '--data', folder]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: url },
  })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  return {
    output: () => output,
    ended,
    async kill() {
      child.kill('SIGKILL')
      expect(await ended).toEqual([null, 'SIGKILL'])
    },
  }
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const openOn = (databaseUrl?: string, databaseFile = file) =>
  openStore({ ...(databaseUrl !== undefined && { databaseUrl }), databaseFile, log: silentLog })

/** Makes a sale on one database, and checks that no service starts on the other. @returns the sale's id */
async function sellOn(which: 'sqlite' | 'postgres'): Promise<string> {
  const [used, unused] = which === 'sqlite' ? [undefined, url] : [url, undefined]
  const store = await openOn(used)
  const sold = row(intentDocument())
  expect((await store.commit({ writes: [{ op: 'insert', kind: 'payment_intent', row: sold }] })).ok).toBe(
    true,
  )
  await store.close()
  await expect(openOn(unused)).rejects.toThrow(which === 'sqlite' ? 'is not finished' : 'was moved to')
  return sold.id
}
const sales: string[] = []

const stateOf = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query('SELECT name FROM migrations WHERE number = $1', [moveMark])
  return rows.length === 0 ? 'none' : (JSON.parse(rows[0].name) as { readonly state: string }).state
}

const lockTable = 'BEGIN; LOCK TABLE webhook_endpoints'
const waitsForTable = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'webhook_endpoints'::regclass"

/** Starts a move that waits in front of a locked SQLite; after `release` it marks SQLite as moved. */
async function startMoveUntilVerified(looker: pg.Client) {
  const holder = await connect()
  await holder.query(lockTable)
  const move = startMove()
  await expect.poll(async () => (await holder.query(waitsForTable)).rowCount, poll).toBe(1)
  // While the move copies, it only reads SQLite.
  const writer = new Libsql(file)
  writer.exec('BEGIN IMMEDIATE')
  await holder.query('ROLLBACK')
  await expect.poll(() => stateOf(looker), poll).toBe('verified')
  const release = () => {
    writer.exec('ROLLBACK')
    writer.close()
  }
  return { move, release }
}

test('when the move is killed while copying, SQLite stays valid, and the command can start again', async () => {
  const blocker = await connect()
  const move = startMove()
  await expect
    .poll(async () => {
      const { rows } = await blocker.query("SELECT to_regclass('webhook_endpoints') AS there")
      return rows[0].there !== null
    }, poll)
    .toBe(true)
  await blocker.query(lockTable)
  await expect.poll(async () => (await blocker.query(waitsForTable)).rowCount, poll).toBe(1)
  await move.kill()
  await blocker.query('ROLLBACK')
  sales.push(await sellOn('sqlite'))
})

test('when the move is killed after verifying, before SQLite is marked as moved, SQLite stays valid', async () => {
  const looker = await connect()
  const { move, release } = await startMoveUntilVerified(looker)
  await move.kill()
  release()
  sales.push(await sellOn('sqlite'))
})

test('when the move is killed after SQLite is marked but before PostgreSQL is, PostgreSQL is valid', async () => {
  const blocker = await connect()
  const looker = await connect()
  const { move, release } = await startMoveUntilVerified(looker)
  await blocker.query('BEGIN')
  await blocker.query('SELECT 1 FROM migrations WHERE number = $1 FOR UPDATE', [moveMark])
  release()
  await expect.poll(() => movedFrom(file), poll).not.toBeNull()
  expect(await stateOf(blocker)).toBe('verified')
  await move.kill()
  // Its connections are closed too, as in a power cut; otherwise the server would still carry out what it had received.
  const left =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'countertop%' AND datname = current_database()"
  await expect.poll(async () => (await looker.query(left)).rowCount, poll).toBe(0)
  await blocker.query('ROLLBACK')
  // Nodes with only the keys cannot decide; the folder's own service completes the move when it starts.
  const keysAlone = join(await temporaryFolder('keys-alone'), 'service.db')
  await expect(openOn(url, keysAlone)).rejects.toThrow('reports which of the two databases is valid')
  sales.push(await sellOn('postgres'))
  expect(await stateOf(blocker)).toBe('none')
  const store = await openOn(url, keysAlone)
  for (const id of sales) expect(await store.get('payment_intent', account, id)).not.toBeNull()
  await store.close()
})

test('when the move is run again after it is complete, it reports that and exits with 0', async () => {
  const move = startMove()
  expect(await move.ended).toEqual([0, null])
  expect(move.output()).toMatch(
    /was moved on \d{4}-\d\d-\d\d\. The database in PostgreSQL \(127\.0\.0\.1:.*is the valid one\.\n$/,
  )
})

test('without an address, or for a folder without data, it exits with 1 and explains what to do', async () => {
  expect(await endOf(folder, '')).toEqual([
    1,
    expect.stringContaining('needs the address of an empty PostgreSQL'),
  ])
  expect(await endOf(`${folder}-none`, url)).toEqual([
    1,
    expect.stringMatching(/^The move is not complete: there is no SQLite database of a service in /),
  ])
})

async function endOf(data: string, databaseUrl: string): Promise<readonly [number, string]> {
  const args = ['move-to-postgres', '--data', data]
  const child = spawn(process.execPath, [fromRoot('dist/service/main.js'), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
  let text = ''
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number]
  return [code, text]
}
