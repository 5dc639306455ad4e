import { describe, expect, test } from 'vitest'
import { type Counter, codeOf, hsn, openCounter, refusalOf, until } from '../terminals-harness.ts'

const one = { id: 'pos-1-secret', name: 'Counter 1' }
const two = { id: 'pos-2-secret', name: 'Counter 2' }
type Client = { readonly id: string; readonly name?: string }

interface Opened {
  readonly session_key: string
  readonly expires_at: string
}

const connect = (counter: Counter, client: Client, force = false) =>
  counter.must('terminals.connect', { hsn, client, ...(force ? { force: 'true' } : {}) }) as Promise<Opened>

async function held(behaviour: Parameters<Counter['plug']>[0] = {}) {
  const counter = await openCounter()
  await counter.plug(behaviour)
  const opened = await connect(counter, one)
  return { counter, opened, sessionKey: opened.session_key }
}

/** A sale of counter 1 that waits at the customer's prompt. */
async function prompting() {
  const held1 = await held({ script: 'silent' })
  const { counter, sessionKey } = held1
  const intent = await counter.intent()
  const running = counter.call('terminals.auth_card', { hsn, payment_intent_id: intent }, { sessionKey })
  await until(async () => (await counter.screen()) === 'confirm_amount', 'the prompt')
  return { ...held1, intent, running }
}

/** A sale of counter 1 whose card is at the processor. */
async function authorizing() {
  const held1 = await held()
  const { counter, sessionKey } = held1
  counter.bank.hold()
  const intent = await counter.intent()
  const running = counter.call('terminals.auth_card', { hsn, payment_intent_id: intent }, { sessionKey })
  await until(() => counter.bank.asked.length === 1, 'the processor is asked')
  return { ...held1, intent, running }
}

describe('a terminal that another POS holds', () => {
  test('a terminal that another POS holds reports the holder, since when, and until when at most', async () => {
    const { counter, opened } = await held()
    const refusal = refusalOf(await counter.call('terminals.connect', { hsn, client: two }))
    expect(refusal.code).toBe('terminal_in_use')
    expect(refusal.message).toContain('Counter 1')
    expect(refusal.heldBy).toMatchObject({ name: 'Counter 1', expires_at: opened.expires_at })
    expect(Date.parse(refusal.heldBy?.since ?? '')).toBe(Date.parse(opened.expires_at) - 600_000)
  })

  test('a terminal that another POS holds never discloses the client id, with which it could be opened', async () => {
    const { counter } = await held()
    const refusal = refusalOf(await counter.call('terminals.connect', { hsn, client: two }))
    expect(JSON.stringify(refusal)).not.toContain(one.id)
    const rows = await counter.services.store.list('terminal_session', { limit: 10 })
    expect(JSON.stringify(rows)).not.toContain(one.id)
  })

  test('a terminal that another POS holds has no holder name when none was given', async () => {
    const counter = await openCounter()
    await counter.plug()
    await counter.open()
    const refusal = refusalOf(await counter.call('terminals.connect', { hsn, client: two }))
    expect(refusal.heldBy).toMatchObject({ name: null })
  })

  test('a terminal that another POS holds is free again when that session has expired', async () => {
    const { counter } = await held()
    await counter.advance(600)
    expect((await connect(counter, two)).session_key).toBeTruthy()
  })

  test('a terminal that another POS holds stays held by a command that outlived its session', async () => {
    const { counter, sessionKey } = await held({ script: 'silent' })
    await counter.advance(590)
    const body = { hsn, payment_intent_id: await counter.intent() }
    const running = counter.call('terminals.auth_card', body, { sessionKey })
    await until(async () => (await counter.screen()) === 'confirm_amount', 'the prompt')
    const endsAt = counter.clock.now() + 150_000
    await counter.advance(15)
    const refusal = refusalOf(await counter.call('terminals.connect', { hsn, client: two }))
    expect(refusal).toMatchObject({ code: 'terminal_in_use', heldBy: { name: 'Counter 1' } })
    expect(Math.abs(Date.parse(refusal.heldBy?.expires_at ?? '') - endsAt)).toBeLessThan(60_000)
    expect((await connect(counter, one)).session_key).toBeTruthy()
    expect(counter.module.context.running.on(hsn)?.stopCause()).toBeNull()
    await connect(counter, two, true)
    expect(codeOf(await running)).toBe('terminal_cancelled')
  })
})

describe('a POS that connects again by its client id', () => {
  test('a POS that connects again by its client id needs no force: a lost answer does not lock it out', async () => {
    const { counter, sessionKey } = await held()
    const again = await connect(counter, one)
    expect(again.session_key).not.toBe(sessionKey)
    const { session_key } = again
    expect(await counter.must('terminals.ping', { hsn }, { sessionKey: session_key })).toMatchObject({
      session_open: true,
    })
    expect(codeOf(await counter.call('terminals.ping', { hsn }, { sessionKey }))).toBe(
      'terminal_session_invalid',
    )
  })

  test('a POS that connects again by its client id gets 10 new minutes and keeps its original start time', async () => {
    const { counter, opened } = await held()
    await counter.advance(300)
    const again = await connect(counter, one)
    const later = Date.parse(again.expires_at) - Date.parse(opened.expires_at)
    expect(later).toBeGreaterThanOrEqual(300_000)
    const { heldBy } = refusalOf(await counter.call('terminals.connect', { hsn, client: two }))
    expect(Date.parse(heldBy?.since ?? '')).toBe(Date.parse(opened.expires_at) - 600_000)
  })

  test('a POS that connects again informs the followers of its former session that it was replaced, not taken', async () => {
    const { counter, sessionKey } = await held()
    const followed = await counter.follow(sessionKey)
    await connect(counter, one)
    await followed.ended
    expect(followed.seen.at(-1)).toMatchObject({ ended_by: 'replaced', by: null, cancelled: null })
  })

  test('a POS that connects again by its client id does not cancel its command: the prompt stays, with its own outcome', async () => {
    const { counter, intent, running } = await prompting()
    await connect(counter, one)
    expect(await counter.screen()).toBe('confirm_amount')
    await counter.change({ script: 'approve' })
    expect(await running).toMatchObject({ ok: true, value: { status: 'captured' } })
    expect((await counter.readIntent(intent)).status).toBe('captured')
  })

  test('a POS that connects again by its client id can cancel its command with its new key', async () => {
    const { counter, running } = await prompting()
    const { session_key } = await connect(counter, one)
    const options = { sessionKey: session_key }
    expect(await counter.must('terminals.cancel', { hsn }, options)).toEqual({ cancelled: true })
    expect(codeOf(await running)).toBe('terminal_cancelled')
  })

  test('a POS that connects again with force stops its own command too, since a person requested it', async () => {
    const { counter, running } = await prompting()
    await connect(counter, one, true)
    expect(codeOf(await running)).toBe('terminal_cancelled')
  })

  test('a POS without a client id is a different client each time', async () => {
    const counter = await openCounter()
    await counter.plug()
    await counter.open()
    expect(codeOf(await counter.call('terminals.connect', { hsn }))).toBe('terminal_in_use')
  })
})

describe('a POS that begins to follow in the middle of a command', () => {
  test('a POS that begins to follow in the middle of a command receives the current step at once', async () => {
    const { counter, sessionKey, intent, running } = await prompting()
    const followed = await counter.follow(sessionKey)
    await until(() => followed.seen.length === 2, 'link and step')
    expect(followed.seen).toMatchObject([
      { type: 'link', connected: true },
      { type: 'progress', command: 'auth_card', payment_intent_id: intent, step: 'confirming_amount' },
    ])
    await counter.must('terminals.cancel', { hsn }, { sessionKey })
    await running
    followed.stop()
  })

  test('a POS that begins to follow receives no step of a command that has ended', async () => {
    const { counter, sessionKey } = await held()
    const body = { hsn, payment_intent_id: await counter.intent() }
    await counter.must('terminals.auth_card', body, { sessionKey })
    const followed = await counter.follow(sessionKey)
    await until(() => followed.seen.length === 1, 'the link')
    expect(followed.steps()).toEqual([])
    followed.stop()
  })
})

describe('force from another POS', () => {
  test('force from another POS ends the session, cancels its command, and names the new holder and the command', async () => {
    const { counter, sessionKey, intent, running } = await prompting()
    const followed = await counter.follow(sessionKey)
    await connect(counter, two, true)
    await followed.ended
    expect(followed.seen.at(-1)).toMatchObject({
      type: 'session',
      ended_by: 'force',
      by: { name: 'Counter 2' },
      cancelled: { command: 'auth_card', payment_intent_id: intent },
    })
    const refusal = refusalOf(await running)
    expect(refusal).toMatchObject({ code: 'terminal_cancelled', heldBy: { name: 'Counter 2' } })
    expect(refusal.message).toContain('Counter 2')
    expect(await counter.payments(intent)).toHaveLength(0)
  })

  test('force with nothing running reports that nothing was cancelled', async () => {
    const { counter, sessionKey } = await held()
    const followed = await counter.follow(sessionKey)
    await connect(counter, two, true)
    await followed.ended
    expect(followed.seen.at(-1)).toMatchObject({ by: { name: 'Counter 2' }, cancelled: null })
  })

  test('force from a POS without a name reports none', async () => {
    const { counter, sessionKey } = await held()
    const followed = await counter.follow(sessionKey)
    await counter.must('terminals.connect', { hsn, force: 'true' })
    await followed.ended
    expect(followed.seen.at(-1)).toMatchObject({ ended_by: 'force', by: { name: null } })
  })

  test("force while the card is at the processor cancels nothing, and the sale's caller gets its result", async () => {
    const { counter, sessionKey, intent, running } = await authorizing()
    const followed = await counter.follow(sessionKey)
    const { session_key } = await connect(counter, two, true)
    await followed.ended
    expect(followed.seen.at(-1)).toMatchObject({ ended_by: 'force', cancelled: null })
    const other = { hsn, payment_intent_id: await counter.intent() }
    const busy = refusalOf(await counter.call('terminals.auth_card', other, { sessionKey: session_key }))
    expect(busy).toMatchObject({ code: 'terminal_in_use', heldBy: { name: 'Counter 1' } })
    counter.bank.release()
    expect(await running).toMatchObject({ ok: true, value: { status: 'captured' } })
    expect((await counter.readIntent(intent)).status).toBe('captured')
  })

  test("a terminal that is busy with a POS's own command is not reported to it as held by another", async () => {
    const { counter, sessionKey } = await prompting()
    const body = { hsn, payment_intent_id: await counter.intent() }
    const busy = refusalOf(await counter.call('terminals.auth_card', body, { sessionKey }))
    expect(busy.code).toBe('terminal_in_use')
    expect(busy.heldBy).toBeUndefined()
  })

  test("the former holder cannot cancel the new holder's command", async () => {
    const { counter, sessionKey } = await held()
    const { session_key } = await connect(counter, two, true)
    await counter.change({ script: 'silent' })
    const body = { hsn, payment_intent_id: await counter.intent() }
    const running = counter.call('terminals.auth_card', body, { sessionKey: session_key })
    await until(async () => (await counter.screen()) === 'confirm_amount', 'the prompt')
    expect(codeOf(await counter.call('terminals.cancel', { hsn }, { sessionKey }))).toBe(
      'terminal_session_invalid',
    )
    expect(codeOf(await counter.call('terminals.disconnect', { hsn }, { sessionKey }))).toBe(
      'terminal_session_invalid',
    )
    expect(await counter.screen()).toBe('confirm_amount')
    await counter.must('terminals.disconnect', { hsn }, { sessionKey: session_key })
    expect(codeOf(await running)).toBe('terminal_cancelled')
  })
})

describe('disconnect', () => {
  test('a disconnect frees the terminal at once, even while its card is at the processor', async () => {
    const { counter, sessionKey, running } = await authorizing()
    await counter.must('terminals.disconnect', { hsn }, { sessionKey })
    const { session_key } = await connect(counter, two)
    const other = { hsn, payment_intent_id: await counter.intent() }
    expect(codeOf(await counter.call('terminals.auth_card', other, { sessionKey: session_key }))).toBe(
      'terminal_in_use',
    )
    counter.bank.release()
    expect(await running).toMatchObject({ ok: true, value: { status: 'captured' } })
  })

  test('a disconnect informs its followers of the cancelled command', async () => {
    const { counter, sessionKey, intent, running } = await prompting()
    const followed = await counter.follow(sessionKey)
    await counter.must('terminals.disconnect', { hsn }, { sessionKey })
    await followed.ended
    expect(followed.seen.at(-1)).toMatchObject({
      ended_by: 'disconnect',
      by: null,
      cancelled: { command: 'auth_card', payment_intent_id: intent },
    })
    expect(codeOf(await running)).toBe('terminal_cancelled')
  })
})

/** Section 3.6: the key is valid for 10 minutes from its issue. */
describe('a key that expires during a command', () => {
  test('a key that expires during a command does not change its outcome: a sale gets its result', async () => {
    const { counter, sessionKey } = await held({ script: 'silent' })
    await counter.advance(595)
    const intent = await counter.intent()
    const body = { hsn, payment_intent_id: intent }
    const running = counter.call('terminals.auth_card', body, { sessionKey })
    await until(async () => (await counter.screen()) === 'confirm_amount', 'the prompt')
    await counter.advance(10)
    expect(codeOf(await counter.call('terminals.ping', { hsn }, { sessionKey }))).toBe(
      'terminal_session_invalid',
    )
    await counter.change({ script: 'approve' })
    expect(await running).toMatchObject({ ok: true, value: { status: 'captured' } })
  })

  test('a key that expires does not change the outcome of a card that is at the processor', async () => {
    const { counter, running } = await authorizing()
    await counter.advance(25)
    counter.bank.release()
    expect(await running).toMatchObject({ ok: true, value: { status: 'captured' } })
  })

  test.each([
    ['a prompt without an answer', 150, 'terminal_timeout'],
    ['a prompt that the customer cancels', 0, 'terminal_cancelled'],
  ])('a key that expires does not change the outcome of %s', async (_, seconds, code) => {
    const { counter, sessionKey } = await held({ script: 'silent' })
    await counter.advance(599)
    const running = counter.call('terminals.read_input', { hsn, format: 'PHONE' }, { sessionKey })
    await until(async () => (await counter.screen()) === 'input', 'the prompt')
    await counter.advance(2)
    if (seconds > 0) await counter.advance(seconds)
    else await counter.change({ script: 'customer_cancels' })
    expect(codeOf(await running)).toBe(code)
  })
})
