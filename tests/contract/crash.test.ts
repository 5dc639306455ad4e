import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from '../../scripts/lib/build.mjs'
import { crash } from '../chaos/crash.ts'
import { startTestServer, type TestServer } from '../support/embedded-postgres.ts'

/** A short run of `npm run chaos`. The seed makes the load the same each time, but not the moments of the kills. */
/** Time limit for starts, kills and restarts on a busy machine. */
const patienceMs = 120_000

let server: TestServer
beforeAll(async () => {
  await build({ names: ['service'], report: () => {} })
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('a service killed by SIGKILL during its work has every acknowledged write, and no partial write', () => {
  test(
    'a service killed on SQLite has every acknowledged write, and no partial write',
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
    'a service killed on SQLite, with a bank that loses, delays and duplicates, has every acknowledged write',
    async () => {
      const report = await crash({ databaseUrl: null, kills: 2, seed: 2, processor: 'harsh' })
      expect(report.payments).toBeGreaterThan(0)
      expect(report.refunds).toBeGreaterThan(0)
    },
    patienceMs,
  )

  test(
    'a service killed on PostgreSQL has every acknowledged write, and no partial write',
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
