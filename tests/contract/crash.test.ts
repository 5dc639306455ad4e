import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from '../../scripts/lib/build.mjs'
import { crash } from '../chaos/crash.ts'
import { startTestServer, type TestServer } from '../support/embedded-postgres.ts'

/** A short run of `npm run chaos`; the seed makes the load the same each time, the moments of death are not. */
/** Starts, kills and starts again, on a machine that may be busy. */
const patienceMs = 120_000

let server: TestServer
beforeAll(async () => {
  await build({ names: ['service'], report: () => {} })
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('a service killed by SIGKILL in the midst of its work has every acknowledged write, and nothing by half', () => {
  test(
    'a service killed on SQLite has every acknowledged write, and nothing by half',
    async () => {
      const report = await crash({ databaseUrl: null, kills: 2, seed: 1 })
      expect(report.intents).toBeGreaterThan(20)
      expect(report.unanswered).toBeGreaterThan(0)
      expect(report.payments).toBeGreaterThan(0)
      expect(report.refunds).toBeGreaterThan(0)
      expect(report.settlements).toBeGreaterThan(0)
    },
    patienceMs,
  )

  test(
    'a service killed on SQLite, with a bank that loses, delays and doubles, has every acknowledged write',
    async () => {
      const report = await crash({ databaseUrl: null, kills: 2, seed: 2, processor: 'harsh' })
      expect(report.payments).toBeGreaterThan(0)
      expect(report.refunds).toBeGreaterThan(0)
    },
    patienceMs,
  )

  test(
    'a service killed on PostgreSQL has every acknowledged write, and nothing by half',
    async () => {
      const databaseUrl = await server.createDatabase()
      const report = await crash({ databaseUrl, kills: 2, seed: 1 })
      expect(report.intents).toBeGreaterThan(20)
      expect(report.unanswered).toBeGreaterThan(0)
      expect(report.payments).toBeGreaterThan(0)
      expect(report.refunds).toBeGreaterThan(0)
      expect(report.settlements).toBeGreaterThan(0)
      await server.dropDatabase(databaseUrl)
    },
    patienceMs,
  )
})
