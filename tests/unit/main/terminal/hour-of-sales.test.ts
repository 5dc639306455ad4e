import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServiceAccess } from '../../../../src-main/terminal/service-access.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import { createRandom } from '../../../chaos/support/random.ts'
import { openCounterHarness } from '../support/counter-harness.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** Section 3.6: a key is valid for 10 minutes. Sales go on for an hour without interruption. */
const hsn = 'VT-1'
const hourSeconds = 3_600
/** Maximum time that a counter waits for each command, in ms: its key must be valid at least that long. */
const longestMs: Readonly<Record<string, number>> = {
  'terminals.tip': 170_000,
  'terminals.auth_card': 170_000,
  'terminals.print_receipt': 90_000,
  'terminals.display': 15_000,
  'terminals.date_time': 15_000,
}

let service: TestService
let aheadMs = 0
beforeEach(async () => {
  service = await startTestService()
  aheadMs = 0
})
afterEach(() => service.stop())

/** Records at the service when each command came, and until when its key was valid. */
function watched(access: ServiceAccess) {
  const expiries = new Map<string, number>()
  const commands: { readonly name: string; readonly leftMs: number }[] = []
  const refused: string[] = []
  const call = access.client.call as (
    name: string,
    input: { readonly sessionKey?: string },
  ) => Promise<Answer>
  const client = {
    call: async (name: string, input: { readonly sessionKey?: string }) => {
      const now = Date.now() + aheadMs
      const expiry = expiries.get(input.sessionKey ?? '')
      if (name in longestMs) commands.push({ name, leftMs: (expiry ?? 0) - now })
      const answer = await call(name, input)
      if (answer.ok && name === 'terminals.connect') {
        expiries.set(answer.value?.session_key ?? '', Date.parse(answer.value?.expires_at ?? ''))
      }
      if (!answer.ok) refused.push(name)
      return answer
    },
  }
  return { access: { ...access, client: client as Client }, commands, refused, keys: expiries }
}
interface Answer {
  readonly ok: boolean
  readonly value?: { readonly session_key?: string; readonly expires_at?: string }
}

test('during an hour of sales the terminal stays connected, and no command uses a key that could expire during it', async () => {
  await service.plug({ hsn, script: 'approve' })
  const { access, commands, refused, keys } = watched(service.access)
  const counter = await openCounterHarness({
    access: () => access,
    accountId: access.accountId,
    hsn,
    now: () => Date.now() + aheadMs,
  })
  await counter.terminalIs('connected')
  const seen = new Set<string>()
  const random = createRandom(20)
  let sales = 0
  for (let passed = 0; passed < hourSeconds; sales++) {
    const seconds = 20 + Math.floor(random() * 150)
    passed += seconds
    await service.advance(seconds)
    aheadMs += seconds * 1_000
    counter.charge(100 + sales)
    await counter.saleIs('approved')
    counter.sale.dispatch({ kind: 'print' })
    seen.add(counter.snapshot().terminal.kind)
    counter.sale.dispatch({ kind: 'finish' })
  }
  await counter.stop()
  expect([...seen]).toEqual(['connected'])
  expect(refused).toEqual([])
  expect(keys.size).toBeGreaterThanOrEqual(7)
  expect(commands.filter(({ name }) => name === 'terminals.auth_card')).toHaveLength(sales)
  for (const { name, leftMs } of commands) {
    expect(leftMs, name).toBeGreaterThan(longestMs[name] ?? 0)
  }
  const intents = await service.intents()
  expect(intents.map(({ status }) => status)).toEqual(intents.map(() => 'captured'))
}, 240_000)

test('setting the counter’s clock back does not extend the validity of a key', async () => {
  await service.plug({ hsn, script: 'approve' })
  const { access, commands, refused } = watched(service.access)
  const counter = await openCounterHarness({
    access: () => access,
    accountId: access.accountId,
    hsn,
    now: Date.now,
  })
  await counter.terminalIs('connected')
  // Eight minutes pass that the counter's clock does not show.
  aheadMs = 480_000
  await service.advance(480)
  const steady = performance.now.bind(performance)
  // The service runs in this process with the same clock, but for it the time has passed.
  const isCounter = () => new Error().stack?.includes('src-main') === true
  const passing = vi
    .spyOn(performance, 'now')
    .mockImplementation(() => steady() + (isCounter() ? aheadMs : 0))
  const before = commands.length
  counter.charge(100)
  await counter.saleIs('approved')
  passing.mockRestore()
  await counter.stop()
  expect(refused).toEqual([])
  for (const { name, leftMs } of commands.slice(before)) {
    expect(leftMs, name).toBeGreaterThan(longestMs[name] ?? 0)
  }
})
