import { describe, expect, test, vi } from 'vitest'
import { codeOf, hsn, openCounter, refusalOf, until } from '../terminals-harness.ts'

describe('a terminal session', () => {
  test('a terminal session is opened by connect, whose key expires 10 minutes after its issue', async () => {
    const counter = await openCounter()
    await counter.plug()
    const before = counter.clock.now()
    const opened = await counter.must('terminals.connect', { hsn })
    const { session_key, expires_at } = opened as { session_key: string; expires_at: string }
    expect(session_key.length).toBeGreaterThan(40)
    // The database's time is in milliseconds, rounded down.
    expect(Date.parse(expires_at) - before).toBeGreaterThanOrEqual(600_000 - 1)
    expect(Date.parse(expires_at) - counter.clock.now()).toBeLessThanOrEqual(600_000)
  })

  test('a terminal session expires by the clock, and using it does not extend it', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    await counter.advance(590)
    expect(await counter.must('terminals.ping', { hsn }, { sessionKey })).toMatchObject({
      session_open: true,
    })
    await counter.advance(10)
    expect(codeOf(await counter.call('terminals.ping', { hsn }, { sessionKey }))).toBe(
      'terminal_session_invalid',
    )
  })

  test('a terminal session that expired is replaced without force', async () => {
    const counter = await openCounter()
    await counter.plug()
    await counter.open()
    await counter.advance(601)
    expect(await counter.open()).toBeTruthy()
  })

  test('a live session refuses a second one without force', async () => {
    const counter = await openCounter()
    await counter.plug()
    await counter.open()
    const refusal = refusalOf(await counter.call('terminals.connect', { hsn }))
    expect(refusal.code).toBe('terminal_in_use')
    expect(refusal.message).toContain('force')
  })

  test('when two POS connect at the same moment, one gets the session', async () => {
    const counter = await openCounter()
    await counter.plug()
    const results = await Promise.all([
      counter.call('terminals.connect', { hsn }),
      counter.call('terminals.connect', { hsn }),
    ])
    expect(results.map((result) => result.ok).sort()).toEqual([false, true])
  })

  test('force ends the other session, cancels its command and informs its followers', async () => {
    const counter = await openCounter()
    await counter.plug({ script: 'silent' })
    const first = await counter.open()
    const followed = await counter.follow(first)
    const body = { hsn, payment_intent_id: await counter.intent() }
    const running = counter.call('terminals.auth_card', body, { sessionKey: first })
    await until(() => followed.steps().length > 0, 'the customer is asked')
    const opened = await counter.must('terminals.connect', { hsn, force: 'true' })
    expect(refusalOf(await running).message).toContain('force')
    await followed.ended
    expect(followed.seen.at(-1)).toMatchObject({ type: 'session', ended_by: 'force' })
    expect(codeOf(await counter.call('terminals.ping', { hsn }, { sessionKey: first }))).toBe(
      'terminal_session_invalid',
    )
    const sessionKey = (opened as { session_key: string }).session_key
    expect(await counter.must('terminals.display', { hsn, text: 'Hello' }, { sessionKey })).toEqual({
      text: 'Hello',
    })
  })

  test('the followers of a session are informed when it expires', async () => {
    const counter = await openCounter()
    await counter.plug()
    const followed = await counter.follow(await counter.open())
    await counter.advance(600)
    await followed.ended
    expect(followed.seen.at(-1)).toMatchObject({ type: 'session', ended_by: 'expiry' })
  })

  test('several followers of a session all receive the same events', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    const both = [await counter.follow(sessionKey), await counter.follow(sessionKey)]
    const body = { hsn, payment_intent_id: await counter.intent() }
    await counter.must('terminals.auth_card', body, { sessionKey })
    await until(() => both[0]?.steps().at(-1) === 'signing', 'all is told')
    expect(both[0]?.steps()).toEqual(both[1]?.steps())
    for (const followed of both) followed.stop()
  })

  test('the followers of a session see the link end and return', async () => {
    const counter = await openCounter()
    await counter.plug()
    const followed = await counter.follow(await counter.open())
    counter.module.context.links.drop(hsn, 1001, 'a test')
    await until(() => followed.seen.length === 2, 'it went')
    await counter.advance(20)
    await until(() => followed.seen.length === 3, 'it came')
    expect(followed.seen.map((event) => event.type === 'link' && event.connected)).toEqual([
      true,
      false,
      true,
    ])
    followed.stop()
  })

  test('disconnect ends the session, and the next connect needs no force', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    const followed = await counter.follow(sessionKey)
    expect(await counter.must('terminals.disconnect', { hsn }, { sessionKey })).toEqual({ success: true })
    await followed.ended
    expect(followed.seen.at(-1)).toMatchObject({ ended_by: 'disconnect' })
    expect(codeOf(await counter.call('terminals.ping', { hsn }, { sessionKey }))).toBe(
      'terminal_session_invalid',
    )
    expect(await counter.open()).not.toBe(sessionKey)
  })

  test('the message for a closed session does not claim that its time ran out', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    await counter.must('terminals.disconnect', { hsn }, { sessionKey })
    const refused = refusalOf(await counter.call('terminals.display', { hsn, text: 'Hi' }, { sessionKey }))
    expect(refused.message).toContain(
      `The session on terminal ${hsn} was closed, or it expired after 10 minutes.`,
    )
  })

  test('a terminal session is reported by ping before connect, to every key that may use the terminal', async () => {
    const counter = await openCounter()
    await counter.plug()
    const before = await counter.must('terminals.ping', { hsn })
    expect(before).toMatchObject({
      session_open: false,
      session_expires_at: null,
      connected: true,
      busy: false,
    })
    await counter.open()
    expect(await counter.must('terminals.ping', { hsn })).toMatchObject({
      session_open: true,
      session_expires_at: null,
    })
    await counter.advance(600)
    expect(await counter.must('terminals.ping', { hsn })).toMatchObject({ session_open: false })
    expect(codeOf(await counter.call('terminals.ping', { hsn: 'VT-UNKNOWN' }))).toBe('hsn_not_owned')
  })

  test('a command whose session is taken over while it is being admitted does not run', async () => {
    const counter = await openCounter()
    await counter.plug({ script: 'silent' })
    const sessionKey = await counter.open()
    const { store } = counter.services
    const get = store.get.bind(store)
    // Between the check of the session and the start of the command.
    vi.spyOn(store, 'get').mockImplementationOnce(async (...which) => {
      const row = await get(...which)
      await counter.must('terminals.connect', { hsn, force: 'true' })
      return row as never
    })
    const body = { hsn, prompt: 'Is this right?' }
    const asked = await counter.call('terminals.read_confirmation', body, { sessionKey })
    expect(codeOf(asked)).toBe('terminal_session_invalid')
    expect(await counter.screen()).toBe('welcome')
  })

  test('a terminal session survives a restart of the service', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    const again = await counter.restart()
    expect(await again.must('terminals.ping', { hsn }, { sessionKey })).toMatchObject({
      connected: false,
      session_open: true,
      latency_ms: null,
    })
    await again.plug()
    expect(codeOf(await again.call('terminals.connect', { hsn }))).toBe('terminal_in_use')
    expect(await again.must('terminals.ping', { hsn }, { sessionKey })).toMatchObject({ connected: true })
  })

  test('a terminal session is not opened on a terminal that is not connected', async () => {
    const counter = await openCounter()
    await counter.must('terminals.activation_code', { hsn })
    expect(codeOf(await counter.call('terminals.connect', { hsn }))).toBe('terminal_not_connected')
  })

  test.each([
    ['no key', null],
    ['a wrong key', 'x'.repeat(43)],
  ])('no command runs with %s', async (_, sessionKey) => {
    const counter = await openCounter()
    await counter.plug()
    await counter.open()
    const refusal = refusalOf(await counter.call('terminals.display', { hsn, text: 'x' }, { sessionKey }))
    expect(refusal.code).toBe('terminal_session_invalid')
    expect(await counter.screen()).toBe('welcome')
  })

  test("another terminal's session key does not open this one", async () => {
    const counter = await openCounter()
    await counter.plug({}, 'VT-1')
    await counter.plug({}, 'VT-2')
    await counter.open('VT-1')
    const other = await counter.open('VT-2')
    expect(codeOf(await counter.call('terminals.ping', { hsn: 'VT-1' }, { sessionKey: other }))).toBe(
      'terminal_session_invalid',
    )
  })

  test('a terminal session keeps only a hash of its key', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    const rows = await counter.services.store.list('terminal_session', { limit: 10 })
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(sessionKey)
  })
})
