import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPostgresStore } from '../../../../../src-service/store/postgres/postgres-store.ts'
import { type AdjustableClock, createClock } from '../../../../../src-service/time/clock.ts'
import { createTimeKeeper } from '../../../../../src-service/time/verified-time.ts'
import { makePostgresUrl } from '../../../../support/postgres-store.ts'
import { silentLog } from '../../../../support/silent-log.ts'
import { createBank } from '../bank-harness.ts'
import { type Counter, codeOf, hsn, openCounter, openNode, until } from '../terminals-harness.ts'

const minutes = 60_000

/** A clock whose time of day is off by `offMs`, in ms. */
const skewed = (offMs: () => number): AdjustableClock => {
  const clock = createClock()
  return { ...clock, now: () => clock.now() + offMs() }
}
const inspected = (result: unknown) => JSON.stringify(result)

/** Two nodes on one PostgreSQL database, as the service starts them; the second node's clock is 25 minutes ahead. */
async function twoNodes(): Promise<{ readonly one: Counter; readonly ahead: Counter }> {
  const connectionString = await makePostgresUrl()
  const directory = mkdtempSync(join(tmpdir(), 'set-clocks-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const node = async (clock: AdjustableClock) => {
    const shared = { clock, bank: createBank(clock), directory }
    const counter = await openNode(() => openPostgresStore({ connectionString }), shared, {})
    const { store } = counter.services
    await createTimeKeeper({ store, clock, log: silentLog, steady: () => performance.now() }, false)()
    return counter
  }
  return { one: await node(createClock()), ahead: await node(skewed(() => 25 * minutes)) }
}
const connect = async (node: Counter): Promise<{ session_key: string; expires_at: string }> =>
  (await node.must('terminals.connect', { hsn })) as { session_key: string; expires_at: string }
const ping = (node: Counter, sessionKey: string) => node.call('terminals.ping', { hsn }, { sessionKey })

describe('two nodes whose clocks differ by 25 minutes', () => {
  test('a session that one of two nodes with different clocks has opened is open on the other, for the same time', async () => {
    const { one, ahead } = await twoNodes()
    await one.plug()
    const { session_key } = await connect(one)
    expect(inspected(await ping(ahead, session_key))).toContain('"session_open":true')
    for (const node of [one, ahead]) await node.advance(9 * 60 + 50)
    expect(inspected(await ping(ahead, session_key))).toContain('"session_open":true')
    for (const node of [one, ahead]) await node.advance(15)
    expect(codeOf(await ping(ahead, session_key))).toBe('terminal_session_invalid')
    expect(codeOf(await ping(one, session_key))).toBe('terminal_session_invalid')
  })

  test('a session of the node that is ahead ends after ten minutes on both nodes', async () => {
    const { one, ahead } = await twoNodes()
    await ahead.plug()
    const { session_key, expires_at } = await connect(ahead)
    const leftMs = Date.parse(expires_at) - (await one.services.store.now())
    expect(leftMs).toBeGreaterThan(9 * minutes)
    expect(leftMs).toBeLessThanOrEqual(10 * minutes)
    for (const node of [one, ahead]) await node.advance(601)
    expect(codeOf(await ping(one, session_key))).toBe('terminal_session_invalid')
    expect(codeOf(await ping(ahead, session_key))).toBe('terminal_session_invalid')
  })

  test("both nodes give a waiting POS the same end of the other's session", async () => {
    const { one, ahead } = await twoNodes()
    await one.plug()
    const { expires_at } = await connect(one)
    const refusal = { error: { code: 'terminal_in_use', heldBy: { expires_at } } }
    await ahead.plug({}, 'VT-2')
    expect(await one.call('terminals.connect', { hsn })).toMatchObject(refusal)
    await ahead.plug()
    expect(await ahead.call('terminals.connect', { hsn })).toMatchObject(refusal)
  })

  test('an activation code of one node can be redeemed at the other', async () => {
    const { one, ahead } = await twoNodes()
    await one.must('terminals.activation_code', { hsn: 'VT-9' })
    const details = await ahead.must('terminals.terminal_details', { merchant_id: one.merchant.merchant_id })
    expect(inspected(details)).toContain('"hsn":"VT-9"')
  })
})

test('setting the clock an hour ahead during a sale leaves the customer the rest of the 150 seconds', async () => {
  let offMs = 0
  const counter = await openCounter({}, undefined, (clock) => ({ ...clock, now: () => clock.now() + offMs }))
  await counter.plug({ script: 'approve' })
  const sessionKey = await counter.open()
  counter.bank.hold()
  const body = { hsn, payment_intent_id: await counter.intent(), include_signature: true }
  const paid = counter.must('terminals.auth_card', body, { sessionKey })
  await until(async () => counter.bank.asked.length === 1, 'the bank is asked')
  offMs = 60 * minutes
  counter.bank.release()
  expect(await paid).toMatchObject({ status: 'captured', terminal_details: { signature: expect.anything() } })
  expect(inspected(await ping(counter, sessionKey))).toContain('"session_open":true')
})
