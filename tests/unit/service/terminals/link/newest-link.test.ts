import { describe, expect, test } from 'vitest'
import { createLinks, type Greeted, type Welcome } from '../../../../../src-service/terminals/link/links.ts'
import { systemTimer } from '../../../../../src-service/terminals/link/socket.ts'
import { createTerminalEvents } from '../../../../../src-service/terminals/terminal-events.ts'
import { terminalTimings } from '../../../../../src-service/terminals/timings.ts'
import { createClock } from '../../../../../src-service/time/clock.ts'
import { createIdSource } from '../../../../../src-shared/ids.ts'
import { ok, type Result } from '../../../../../src-shared/result.ts'
import { fullCapabilities } from '../../../../../src-terminal/device/capabilities.ts'
import { createLinkPair } from '../../../../../src-terminal/link/link.ts'
import { silentLog } from '../../../../support/silent-log.ts'
import { createTestService } from '../../../../support/test-service-key.ts'
import { hsn, until } from '../terminals-harness.ts'

const hello = {
  type: 'hello',
  protocol: 2,
  hsn,
  nonce: '07'.repeat(32),
  proof: '08'.repeat(32),
  device_type: 'Test device',
  firmware: '1',
  capabilities: fullCapabilities,
  date_time: '2026-01-01T00:00:00Z',
} as const

const testService = await createTestService()
const { challenge } = { challenge: '09'.repeat(32) }
const welcome: Welcome = testService.welcome({ hsn, nonce: hello.nonce, challenge }) as Welcome

/** Links whose hellos are accepted when the test decides. */
function slowLinks() {
  const clock = createClock()
  const believing: ((greeted: Result<Greeted, string>) => void)[] = []
  const links = createLinks({
    clock,
    newId: createIdSource(clock.now),
    log: silentLog,
    events: createTerminalEvents(silentLog),
    timings: terminalTimings,
    realTimer: systemTimer,
    greet: () => new Promise((resolve) => believing.push(resolve)),
  })
  const dial = async () => {
    const { terminal, service } = createLinkPair()
    const ends: number[] = []
    const received: string[] = []
    terminal.onClose(({ code }) => ends.push(code))
    terminal.onMessage(({ type }) => received.push(type))
    links.accept({ ...service, allow() {} })
    const count = believing.length
    terminal.send(hello)
    await until(() => believing.length > count, 'the hello')
    return {
      terminal,
      ends,
      received,
      believe: () => believing[count]?.(ok({ welcome, credential: 'hash' })),
    }
  }
  return { links, dial }
}

describe('the link of a terminal', () => {
  test('the link of a terminal is not replaced by a connection that closed before its hello was accepted', async () => {
    const { links, dial } = slowLinks()
    const live = await dial()
    live.believe()
    await until(() => live.received.includes('welcome'), 'the welcome')
    const dead = await dial()
    dead.terminal.close()
    await until(() => dead.ends.length === 1, 'its end')
    dead.believe()
    await new Promise((resolve) => setImmediate(resolve))
    expect(live.ends).toEqual([])
    expect(links.isLinked(hsn)).toBe(true)
  })

  test('the link of a terminal is the newest connection, even when an older one is accepted after it', async () => {
    const { links, dial } = slowLinks()
    const older = await dial()
    const newer = await dial()
    newer.believe()
    await until(() => newer.received.includes('welcome'), 'the welcome')
    older.believe()
    await until(() => older.ends.length === 1, 'the end of the older one')
    expect(older.ends).toEqual([4409])
    expect(newer.ends).toEqual([])
    expect(links.isLinked(hsn)).toBe(true)
  })

  test('the link of a terminal passes to a newer connection', async () => {
    const { links, dial } = slowLinks()
    const older = await dial()
    older.believe()
    await until(() => older.received.includes('welcome'), 'the welcome')
    const newer = await dial()
    newer.believe()
    await until(() => older.ends.length === 1, 'the end of the older one')
    expect(older.ends).toEqual([4409])
    expect(links.isLinked(hsn)).toBe(true)
  })
})
