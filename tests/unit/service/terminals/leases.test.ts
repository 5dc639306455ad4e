import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isSavedAnswer } from '../../../../src-service/commit.ts'
import { openPostgresStore } from '../../../../src-service/store/postgres/postgres-store.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import type { TerminalTimings } from '../../../../src-service/terminals/timings.ts'
import { makePostgresUrl } from '../../../support/postgres-store.ts'
import { createSteadyClock } from '../../../support/steady-clock.ts'
import { createBank } from './bank-harness.ts'
import { type Counter, codeOf, hsn, openNode, until } from './terminals-harness.ts'

/** Short leases; no session is abandoned during a test. */
const short = { leaseMs: 400, beatMs: 50, abandonedMs: 600_000 }

/** Two nodes on one PostgreSQL database; setting `line.isCut` disconnects the first from it, as if it had died. */
async function twoNodes(ofFirst: Partial<TerminalTimings> = {}, ofSecond: Partial<TerminalTimings> = {}) {
  const connectionString = await makePostgresUrl()
  const clock = createSteadyClock()
  const directory = mkdtempSync(join(tmpdir(), 'leases-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const shared = { clock, bank: createBank(clock), directory }
  const openStore = () => openPostgresStore({ connectionString })
  const line = { isCut: false }
  const one = await openNode(async () => cuttable(await openStore(), line), shared, { ...short, ...ofFirst })
  const two = await openNode(openStore, shared, { ...short, ...ofSecond })
  return { one, two, bank: shared.bank, line }
}

function cuttable(store: Store, line: { readonly isCut: boolean }): Store {
  const guarded =
    <Args extends readonly unknown[], Value>(call: (...args: Args) => Promise<Value>) =>
    (...args: Args): Promise<Value> =>
      line.isCut ? Promise.reject(new Error('the line to the database is cut')) : call(...args)
  return {
    ...store,
    get: guarded(store.get) as Store['get'],
    find: guarded(store.find) as Store['find'],
    now: guarded(store.now),
    commit: guarded(store.commit),
  }
}

const confirm = (node: Counter, sessionKey: string) =>
  node.call('terminals.read_confirmation', { hsn, prompt: 'Is this right?' }, { sessionKey })
const connect = async (node: Counter): Promise<string> =>
  ((await node.must('terminals.connect', { hsn, force: 'true' })) as { session_key: string }).session_key
const asks = (node: Counter) => until(async () => (await node.screen()) === 'confirm', 'the terminal asks')

describe('a terminal whose node died in the middle of an operation', () => {
  test('a terminal of a dead node is free on the node of its link once the lease has expired', async () => {
    const { one, two, line } = await twoNodes()
    await one.plug({ script: 'silent' })
    void confirm(one, await one.open()).catch(() => undefined)
    await asks(one)
    line.isCut = true
    await two.plug({ script: 'approve' })
    const sessionKey = await connect(two)
    await expect.poll(() => confirm(two, sessionKey)).toEqual({ ok: true, value: { confirmed: true } })
  })

  test('a counter whose command died with its node is refused without a holder, and can retry', async () => {
    // The refusal must come before the lease expires, even on a busy machine.
    const { one, two, line } = await twoNodes({}, { leaseMs: 2_000 })
    await one.plug({ script: 'silent' })
    const sessionKey = await one.open()
    void confirm(one, sessionKey).catch(() => undefined)
    await asks(one)
    line.isCut = true
    await two.plug({ script: 'approve' })
    const refused = await confirm(two, sessionKey)
    expect(codeOf(refused)).toBe('terminal_in_use')
    expect(refused).not.toHaveProperty('error.held_by')
    await expect.poll(() => confirm(two, sessionKey)).toEqual({ ok: true, value: { confirmed: true } })
  })

  test('a terminal of a dead node is busy as long as it has no link', async () => {
    const { one, two, line } = await twoNodes()
    await one.plug({ script: 'silent' })
    const sessionKey = await one.open()
    void confirm(one, sessionKey).catch(() => undefined)
    await asks(one)
    line.isCut = true
    const from = await two.services.store.now()
    await until(async () => (await two.services.store.now()) > from + 2 * short.leaseMs, 'the lease ran out')
    expect(await two.must('terminals.ping', { hsn }, { sessionKey })).toMatchObject({
      connected: false,
      busy: true,
    })
  })
})

describe('a terminal whose node is alive', () => {
  test('a terminal stays with its node for as long as the operation takes', async () => {
    // Longer than a busy machine may hold up its beats.
    const leaseMs = 2_000
    const { one, two } = await twoNodes({ leaseMs }, { leaseMs })
    await one.plug({ script: 'silent' })
    void confirm(one, await one.open()).catch(() => undefined)
    await asks(one)
    await two.plug({ script: 'approve' })
    const sessionKey = await connect(two)
    const from = await two.services.store.now()
    while ((await two.services.store.now()) < from + 2 * leaseMs) {
      expect(codeOf(await confirm(two, sessionKey))).toBe('terminal_in_use')
    }
  })

  test('a terminal that another node took over makes its first node end the prompt', async () => {
    const { one, two, line } = await twoNodes()
    await one.plug({ script: 'silent' })
    const asked = confirm(one, await one.open())
    await asks(one)
    line.isCut = true
    await two.plug({ script: 'approve' })
    const sessionKey = await connect(two)
    await expect.poll(async () => (await confirm(two, sessionKey)).ok).toBe(true)
    line.isCut = false
    const refused = await asked
    expect(codeOf(refused)).toBe('terminal_cancelled')
    expect(refused).toMatchObject({
      error: { message: expect.stringContaining('terminal VT-1 connected to another node') },
    })
  })

  test('a terminal that another node took over charges no card for its first node', async () => {
    // Held up for so long that it sent no heartbeat.
    const { one, two, bank } = await twoNodes({ beatMs: 600_000 })
    await one.plug({ script: 'silent' })
    const intent = await one.intent()
    const sessionKey = await one.open()
    const charging = one.call('terminals.auth_card', { hsn, payment_intent_id: intent }, { sessionKey })
    await until(async () => (await one.screen()) === 'confirm_amount', 'the terminal asks')
    await two.plug({ script: 'approve' })
    const taken = await connect(two)
    await expect.poll(async () => (await confirm(two, taken)).ok).toBe(true)
    await one.change({ script: 'approve' })
    expect(codeOf(await charging)).toBe('terminal_cancelled')
    expect(bank.asked).toEqual([])
    expect((await two.readIntent(intent)).status).toBe('created')
  })
})

describe('a sale that continues after a soft decline', () => {
  test('while a sale runs on one node its key is in progress on the other; then a repeat gets the last payment', async () => {
    const { one, two, bank } = await twoNodes()
    await one.plug({ script: 'taps_then_inserts' })
    const sessionKey = await one.open()
    const body = { hsn, payment_intent_id: await one.intent(1481) }
    const idempotency = { scope: `a sale ${body.payment_intent_id}`, fingerprint: 'its body', created_at: 0 }
    const options = { sessionKey, idempotency }
    bank.hold()
    const charging = one.call('terminals.auth_card', body, options)
    await until(() => bank.asked.length === 1, 'the processor is asked')
    await one.change({ script: 'silent' })
    bank.release()
    await until(async () => (await one.screen()) === 'waiting_for_card', 'the card is wanted again')
    expect(codeOf(await two.call('terminals.auth_card', body, options))).toBe('idempotency_in_progress')
    await one.change({ script: 'taps_then_inserts' })
    await charging
    const again = await two.call('terminals.auth_card', body, options)
    if (!again.ok || !isSavedAnswer(again.value)) throw new Error('not saved')
    expect(JSON.parse(again.value.body)).toMatchObject({ status: 'captured' })
    expect(bank.asked).toHaveLength(2)
  })
})
