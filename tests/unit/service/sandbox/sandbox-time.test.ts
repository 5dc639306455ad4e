import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../../../src-service/app.ts'
import { createSandboxTime } from '../../../../src-service/sandbox/sandbox-time.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'
import { createSteadyClock } from '../../../support/steady-clock.ts'

const hours = 60 * 60_000
let folder: string
let store: Store
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-time-'))
  store = openSqliteStore(join(folder, 'service.db'))
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

function process() {
  const clock = createSteadyClock()
  return { clock, time: createSandboxTime({ store, clock, newId: createIdSource(clock.now) }) }
}
/** How far the sandbox's clock is ahead of the computer's clock, in whole hours. */
const hoursAhead = ({ clock }: ReturnType<typeof process>) => Math.round((clock.now() - Date.now()) / hours)

test('the time of a sandbox continues after a restart from where it was moved to', async () => {
  const before = process()
  await before.time.advance(30 * hours)
  await before.time.advance(12 * hours)
  expect(hoursAhead(before)).toBe(42)
  const after = process()
  await after.time.catchUp()
  expect(hoursAhead(after)).toBe(42)
  expect(Math.round((after.clock.verified() - Date.now()) / hours)).toBe(42)
})

test('the time of a sandbox is moved on every node, and each move counts once', async () => {
  const [one, other] = [process(), process()]
  await Promise.all([one.time.advance(5 * hours), other.time.advance(7 * hours)])
  await Promise.all([one.time.catchUp(), other.time.catchUp()])
  await one.time.catchUp()
  expect([hoursAhead(one), hoursAhead(other)]).toEqual([12, 12])
})

test('a timer of another node falls due when the time of the sandbox is moved', async () => {
  const [one, other] = [process(), process()]
  let hasRun = false
  other.clock.after(3 * hours, () => {
    hasRun = true
  })
  await one.time.advance(4 * hours)
  await other.time.catchUp()
  expect(hasRun).toBe(true)
})

test('a sandbox that restarts continues from the time that the clock operation moved it to', async () => {
  const config = {
    ...{ port: 0, host: '127.0.0.1', dataDirectory: join(folder, 'data'), sandbox: true },
    ...{ rateLimit: null, checkReplies: true, privateKey: null, vaultKeys: undefined },
  }
  const first = await createApp(config, silentLog)
  try {
    const url = await first.listen()
    const moved = await fetch(`${url}/sandbox/clock/advance`, {
      method: 'POST',
      headers: { 'x-api-key': first.sandbox?.private_key ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ seconds: 9 * 24 * 3600 }),
    })
    expect(moved.status).toBe(200)
  } finally {
    await first.stop()
  }
  const second = await createApp(config, silentLog)
  try {
    const { clock } = second.services
    for (const now of [clock.now(), clock.verified()]) {
      expect(Math.round((now - Date.now()) / hours)).toBe(9 * 24)
    }
  } finally {
    await second.stop()
  }
})
