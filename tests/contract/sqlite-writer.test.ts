import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { build } from '../../scripts/lib/build.mjs'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { type ServiceProcess, startServiceProcess } from '../chaos/support/service-process.ts'

/** In the stand-alone service a thread writes the SQLite file: the effect on requests when that thread fails. */
const patienceMs = 240_000
const clients = 8
/** More intents than fit on the disk, and more commits than are made. */
const mostIntents = 5_000

beforeAll(() => build({ names: ['service'], report: () => {} }))

/** Runs code in every thread of the service except the first, which answers requests. @returns options for node */
async function inWriter(code: string): Promise<NodeJS.ProcessEnv> {
  const script = join(await temporaryFolder(), 'in-writer.cjs')
  await writeFile(
    script,
    `// Where there is one processor, nothing is written by a thread of its own.
    require('node:os').availableParallelism = () => 2
    require('node:module').syncBuiltinESMExports()
    if (!require('node:worker_threads').isMainThread) {
      const Libsql = require('node:module').createRequire(${JSON.stringify(fromRoot('package.json'))})('libsql')
      const { exec, prepare } = Libsql.prototype
      ${code}
    }`,
  )
  return { NODE_OPTIONS: `--require=${script}` }
}

/** Ends the thread at its `at`th commit. */
const endingAt = (at: number, moment: 'before' | 'after') =>
  inWriter(`
    let left = ${at}
    Libsql.prototype.prepare = function (sql) {
      const statement = prepare.call(this, sql)
      if (sql !== 'COMMIT') return statement
      const run = statement.run
      statement.run = (...values) => {
        left -= 1
        if (left === 0 && ${moment === 'before'}) process.exit(9)
        const answer = run.apply(statement, values)
        if (left === 0) process.exit(9)
        return answer
      }
      return statement
    }`)

/** Behaves like a full disk: the engine refuses to extend the file. */
const takingPages = (pages: number) =>
  inWriter(`
    Libsql.prototype.exec = function (sql) {
      exec.call(this, sql)
      if (sql.includes('journal_mode = WAL')) exec.call(this, 'PRAGMA max_page_count = ${pages}')
    }`)

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'writer-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Creates many intents at a time until one request fails. @returns the created intents, and the refusals */
async function createUntilRefused(service: ServiceProcess) {
  const answered: string[] = []
  const refused: unknown[] = []
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (refused.length === 0) {
        if (answered.length > mostIntents) throw new Error('nothing was refused')
        const created = await service.client.call('payment_intents.create', { body: { amount: 1000 } })
        if (created.ok) answered.push(created.value.id)
        else refused.push(created.error)
      }
    }),
  )
  return { answered, refused }
}

/** Returns the intents that a service finds after a restart. */
async function intentsIn(folder: string): Promise<ReadonlySet<string>> {
  const service = await startServiceProcess(folder, null)
  expect(await service.stop()).toBe(0)
  const database = new Libsql(join(folder, 'service.db'))
  const found = database.prepare('SELECT id FROM payment_intents').raw().all() as [string][]
  database.close()
  return new Set(found.map(([id]) => id))
}

describe('the writer thread', () => {
  test.each(['before', 'after'] as const)(
    'ends the service when it ends %s a commit, and no acknowledged write is lost',
    async (moment) => {
      const folder = await temporaryFolder()
      const service = await startServiceProcess(folder, null, 0, 'sandbox', {
        env: await endingAt(60, moment),
      })
      const { answered, refused } = await createUntilRefused(service)
      await expect(service.failed).rejects.toThrow(
        /ended by itself with 1: [\s\S]*"msg":"store.writer_lost"[\s\S]*The service cannot run: The thread that writes to the database has ended/,
      )
      expect(answered.length).toBeGreaterThan(0)
      for (const error of refused) expect(error).toMatchObject({ kind: 'no_answer' })
      const kept = await intentsIn(folder)
      expect(answered.filter((id) => !kept.has(id))).toEqual([])
      if (moment === 'before') expect(kept.size).toBe(answered.length)
      else expect(kept.size).toBeGreaterThan(answered.length)
    },
    patienceMs,
  )

  test(
    'answers with an error when the disk is full, writes nothing of refused requests, and keeps reading',
    async () => {
      const folder = await temporaryFolder()
      const service = await startServiceProcess(folder, null, 0, 'sandbox', { env: await takingPages(600) })
      const { answered, refused } = await createUntilRefused(service)
      expect(answered.length).toBeGreaterThan(0)
      for (const error of refused) expect(error).toMatchObject({ kind: 'refused', status: 500 })
      const [id = ''] = answered
      expect(await service.client.call('payment_intents.get', { params: { id } })).toMatchObject({
        ok: true,
        value: { id },
      })
      expect(await service.stop()).toBe(0)
      expect([...(await intentsIn(folder))].sort()).toEqual([...answered].sort())
    },
    patienceMs,
  )
})
