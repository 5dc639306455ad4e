import type { Page } from '@playwright/test'
import type { TestApp } from './support/app.ts'
import { books, paidOnce } from './support/books.ts'
import { charge, expect, hsn } from './support/counter.ts'
import type { LineRequest, TestLine } from './support/line.ts'
import { reaches } from './support/screen.ts'
import type { TestService } from './support/service.ts'
import { test } from './support/trouble.ts'

// Section 3.6: a session is valid for 10 minutes. The cashier never notices, whether the counter is idle or asleep.

const minute = 60_000
const ping = 'POST /terminals/processor/ping'
const isConnect = ({ name }: LineRequest) => name === 'POST /terminals/processor/connect'
/** Validity of a session key, in ms. */
const lifetimeMs = 10 * minute

/** The key that an answered connect returned and its expiry; empty for a request without an answer. */
function expiryOf(answer: string) {
  if (answer === '') return undefined
  const opened = JSON.parse(answer) as { readonly session_key?: string; readonly expires_at?: string }
  if (opened.session_key === undefined || opened.expires_at === undefined) return undefined
  return { key: opened.session_key, expiresAtMs: Date.parse(opened.expires_at) }
}

/** Maximum time that the counter waits for each command, in ms: its key must be valid at least that long. */
const longestMs = new Map([
  ['POST /terminals/processor/auth_card', 170_000],
  ['POST /terminals/processor/display', 15_000],
  ['POST /terminals/processor/date_time', 15_000],
])

/** Moves the clocks of the service and the counter together, and records the requests on the line. */
function watch(service: TestService, line: TestLine) {
  let aheadMs = 0
  let isSlow = false
  let slowLooks = 0
  const commands: { readonly sent: LineRequest; readonly at: number }[] = []
  line.cut((name, sent) => {
    if (longestMs.has(name)) commands.push({ sent, at: Date.now() + aheadMs })
    if (!isSlow || name !== ping) return 'answered'
    slowLooks += 1
    return 'late'
  })
  return {
    /** Lets time pass on an idle counter, whose timers run. */
    async idle(app: TestApp, ms: number) {
      // The service first: otherwise a key fetched in between would be as old as the jump before its first use.
      await service.advance(ms / 1_000)
      aheadMs += ms
      await app.passTime(ms)
    },
    /** As `idle`, with a check of the terminal in progress. */
    async idleInALook(app: TestApp, ms: number) {
      isSlow = true
      // The check starts by itself: a clock jump would start it at once, but a request survives only one jump.
      await expect.poll(() => slowLooks, { timeout: 60_000 }).toBeGreaterThan(0)
      await this.idle(app, ms)
      isSlow = false
      line.letThrough()
    },
    /** Lets time pass on a sleeping counter, whose timers stand still. */
    async sleep(app: TestApp, ms: number) {
      await service.advance(ms / 1_000)
      aheadMs += ms
      await app.setClockBy(ms)
    },
    /** Whether the counter has a key that the service issued after the last jump. */
    renewed: () =>
      line.requests
        .filter(isConnect)
        .some(
          ({ answer }) => (expiryOf(answer)?.expiresAtMs ?? 0) > Date.now() + aheadMs + lifetimeMs - minute,
        ),
    /** For each command, the remaining validity of its key beyond its maximum duration, in ms. */
    spare(): readonly number[] {
      const expiries = new Map(
        line.requests.filter(isConnect).flatMap(({ answer }) => {
          const opened = expiryOf(answer)
          return opened ? [[opened.key, opened.expiresAtMs] as const] : []
        }),
      )
      return commands.map(
        ({ sent, at }) => (expiries.get(sent.sessionKey ?? '') ?? 0) - at - (longestMs.get(sent.name) ?? 0),
      )
    },
  }
}

/** Records every terminal state that the screen shows from now on. */
async function followTerminal(pos: Page): Promise<() => Promise<readonly string[]>> {
  await pos.evaluate(() => {
    const seen = new Set<string>()
    const look = () => {
      const shown = document.querySelector('[data-terminal]')?.getAttribute('data-terminal')
      if (shown) seen.add(shown)
    }
    look()
    Object.assign(window, { terminalStates: seen })
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  return () => pos.evaluate(() => [...(window as unknown as { terminalStates: Set<string> }).terminalStates])
}

test('during an idle hour, the key is renewed in time, the screen stays connected, and the next sale works', async ({
  service,
  line,
  launch,
}) => {
  test.setTimeout(480_000)
  await service.plugTerminal({ hsn })
  const time = watch(service, line)
  const app = await launch({ service: line.service })
  const seen = await followTerminal(app.pos)
  for (let passed = 0; passed < 60; passed += 8.5) {
    await (passed === 8.5 ? time.idleInALook(app, 8.5 * minute) : time.idle(app, 8.5 * minute))
    await expect.poll(time.renewed).toBe(true)
    // A request survives only one jump; on a slow machine an answer may still be on its way.
    await expect.poll(() => line.waiting).toBe(0)
  }
  await charge(app.pos, '100')
  await reaches(app.pos, 'Approved')
  expect(await books(service)).toEqual(paidOnce(100))
  expect(await seen()).toEqual(['connected'])
  expect(line.requests.map(({ answer }) => answer).join()).not.toContain('terminal_session_invalid')
  const spare = time.spare()
  expect(spare.length).toBeGreaterThan(1)
  expect(Math.min(...spare)).toBeGreaterThan(0)
})

test('a counter whose computer wakes after three hours sells at once', async ({ service, line, launch }) => {
  await service.plugTerminal({ hsn })
  const time = watch(service, line)
  const app = await launch({ service: line.service })
  const seen = await followTerminal(app.pos)
  await time.sleep(app, 180 * minute)
  await charge(app.pos, '200')
  await reaches(app.pos, 'Approved')
  expect(await books(service)).toEqual(paidOnce(200))
  expect(await seen()).toEqual(['connected'])
  expect(Math.min(...time.spare())).toBeGreaterThan(0)
  const connects = line.requests.filter(isConnect).map(({ body }) => body)
  expect(connects.join()).not.toContain('force')
})
