import { describe, expect, test } from 'vitest'
import { createCommandQueue } from '../../../../src-main/terminal/command-queue.ts'
import { accessTo, type ServiceAccess } from '../../../../src-main/terminal/service-access.ts'
import { stopCommand } from '../../../../src-main/terminal/session.ts'
import { createSessionManager } from '../../../../src-main/terminal/session-manager.ts'
import type { StopAnswer } from '../../../../src-main/terminal/stop-request.ts'
import { createTerminalCommands } from '../../../../src-main/terminal/terminal-commands.ts'
import type { Terminal } from '../../../../src-shared/api/schemas/terminal.ts'
import { err, ok, type Result } from '../../../../src-shared/result.ts'

function signal(): { readonly given: Promise<void>; give(): void } {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

describe('a terminal that is still busy with an earlier command of this counter', () => {
  /**
   * A service that answers with `refusals` first, and then with success.
   * @param pauseMs the pause between two tries, in ms
   * @param answers to the requests to stop; the further ones are delivered
   */
  function counter(refusals: readonly object[], pauseMs = 1, answers: readonly StopAnswer[] = []) {
    let asked = 0
    let stopped = 0
    const send: typeof fetch = async () => {
      const error = refusals[asked]
      asked += 1
      return error === undefined
        ? Response.json({ tip: '20', amount: '100', total: '120' })
        : Response.json(
            { error: { type: 'terminal', request_id: 'r', message: 'Busy.', ...error } },
            { status: 409 },
          )
    }
    const place = { url: 'http://127.0.0.1:9', apiKey: 'key', accountId: 'acct_1', merchantId: 'acct_1' }
    const access = accessTo(place, () => 'en', send)
    const session = { hsn: 'VT-1', key: 'session', issued_at: 0, expires_at: '2026-01-01T00:00:00.000Z' }
    const sessions = {
      ensure: async () => ok({ access, terminal: {} as Terminal, session }),
      drop: () => undefined,
      stoppedByOther: () => undefined,
      isEndedByCancel: () => false,
      async stopCommand() {
        stopped += 1
        return answers[stopped - 1] ?? ({ kind: 'delivered' } as const)
      },
    }
    const queue = createCommandQueue(async () => ({ kind: 'nothing_ran' }))
    const run = createTerminalCommands(sessions, queue, { pauseMs })
    return { run, queue, asked: () => asked, stopped: () => stopped }
  }
  const ours = { code: 'terminal_in_use' }

  // A service that was killed during a command leaves its lease in the database for 15 s.
  test('a busy terminal is waited for, and the charge then continues by itself', async () => {
    const { run, asked } = counter([ours, ours, ours])
    const answer = await run('terminals.tip', { amount: 100 })
    expect(answer.ok).toBe(true)
    expect(asked()).toBe(4)
  })

  test('a busy terminal that does not become free is asked once to stop', async () => {
    const short = counter(Array.from({ length: 9 }, () => ours))
    expect(await short.run('terminals.tip', { amount: 100 })).toMatchObject({ ok: true })
    expect(short.stopped()).toBe(0)
    const long = counter(Array.from({ length: 30 }, () => ours))
    expect(await long.run('terminals.tip', { amount: 100 })).toMatchObject({ ok: true })
    expect(long.stopped()).toBe(1)
  })

  test('a stop of the abandoned prompt that the service could not carry out is requested again later', async () => {
    const failed = { kind: 'failed', retryAfterMs: null } as const
    const long = counter(
      Array.from({ length: 38 }, () => ours),
      1,
      [failed, failed],
    )
    expect(await long.run('terminals.tip', { amount: 100 })).toMatchObject({ ok: true })
    expect(long.stopped()).toBe(3)
  })

  test('a busy terminal is not asked to stop for a receipt, since it may show the card prompt of another sale', async () => {
    const { run, stopped } = counter(Array.from({ length: 1_000 }, () => ours))
    expect(await run('terminals.print_receipt', { payment_id: 'pmt_1' })).toMatchObject({ ok: false })
    expect(stopped()).toBe(0)
  })

  test.each(['alone', 'with all'])(
    'a command that is stopped while it waits is answered at once, %s',
    async (how) => {
      const { run, queue, asked } = counter([])
      const printed = signal()
      const printing = queue.run(() => printed.given)
      const stopping = new AbortController()
      const question = run('terminals.tip', { amount: 100 }, { signal: stopping.signal })
      if (how === 'alone') stopping.abort()
      else void queue.cancel()
      // The receipt is still being printed.
      expect(await question).toMatchObject({ ok: false, error: { kind: 'not_sent' } })
      printed.give()
      await printing
      expect(await run('terminals.tip', { amount: 100 })).toMatchObject({ ok: true })
      expect(asked()).toBe(1)
    },
  )

  test('a terminal that another counter uses is not waited for', async () => {
    const held_by = { name: 'Bar', since: '2026-01-01T00:00:00.000Z', expires_at: '2026-01-01T00:10:00.000Z' }
    const { run, asked } = counter([{ ...ours, held_by }])
    expect(await run('terminals.tip', { amount: 100 })).toMatchObject({ ok: false })
    expect(asked()).toBe(1)
  })

  test('a command without a prompt to the customer does not wait', async () => {
    const { run, asked } = counter([ours])
    expect(await run('terminals.display', { text: '' })).toMatchObject({ ok: false })
    expect(asked()).toBe(1)
  })

  test('waiting ends after the longest possible command, and after a cancel', async () => {
    const endless = counter(Array.from({ length: 1_000 }, () => ours))
    expect(await endless.run('terminals.tip', { amount: 100 })).toMatchObject({
      ok: false,
      error: { kind: 'refused', error: ours },
    })
    expect(endless.asked()).toBe(41)
    // Long enough that not all tries are over before the cancel.
    const cancelled = counter(
      Array.from({ length: 1_000 }, () => ours),
      200,
    )
    const answer = cancelled.run('terminals.tip', { amount: 100 })
    await expect.poll(cancelled.asked).toBeGreaterThan(0)
    await cancelled.queue.cancel()
    expect(await answer).toMatchObject({ ok: false, error: { reason: 'cancelled_by_cashier' } })
  })
})

describe('a request to stop the terminal’s command', () => {
  const stopThrough = (send: typeof fetch) => {
    const place = { url: 'http://127.0.0.1:9', apiKey: 'key', accountId: 'acct_1', merchantId: 'acct_1' }
    return stopCommand(
      accessTo(place, () => 'en', send),
      {
        hsn: 'VT-1',
        key: 'k',
        issued_at: 0,
        expires_at: '2026-01-01T00:00:00.000Z',
      },
    )
  }
  const stopBy = (status: number, body: object, headers: Record<string, string> = {}) =>
    stopThrough(async () => Response.json(body, { status, headers }))
  const refusal = (code: string) => ({
    error: { type: 'terminal', code, message: 'No.', request_id: 'r' },
  })

  test('what came of it: delivered, also when it came too late; nothing to stop; or failed', async () => {
    expect(await stopBy(200, { cancelled: true })).toEqual({ kind: 'delivered' })
    expect(await stopBy(200, { cancelled: false })).toEqual({ kind: 'nothing_ran' })
    expect(await stopBy(500, refusal('terminal_cancelled'))).toEqual({ kind: 'delivered' })
    expect(await stopBy(500, refusal('terminal_session_invalid'))).toEqual({ kind: 'delivered' })
    const failed = { kind: 'failed', retryAfterMs: null }
    // This node of the service cannot carry it out.
    expect(await stopBy(500, refusal('terminal_not_connected'))).toEqual(failed)
    // Not carried out, as on a full disk.
    expect(await stopBy(503, refusal('overloaded'))).toEqual(failed)
    // Perhaps not carried out.
    expect(await stopBy(500, refusal('internal'))).toEqual(failed)
    expect(await stopBy(429, refusal('lock_timeout'))).toEqual(failed)
  })

  test('without a request to stop, the session is ended; if that is refused, the command may still run', async () => {
    /** The service does not have `terminals.cancel`. */
    const stopByDisconnect = (disconnect: () => Promise<Response>) => {
      let calls = 0
      return stopThrough(() => {
        calls += 1
        return calls === 1
          ? Promise.resolve(Response.json(refusal('route_not_found'), { status: 404 }))
          : disconnect()
      })
    }
    const refuse = (status: number, code: string, headers = {}) =>
      stopByDisconnect(async () => Response.json(refusal(code), { status, headers }))
    expect(await stopByDisconnect(async () => Response.json({ success: true }))).toEqual({
      kind: 'session_ended',
    })
    // An earlier request has ended it, and its answer was lost.
    expect(await refuse(400, 'terminal_session_invalid')).toEqual({ kind: 'session_ended' })
    expect(await refuse(503, 'overloaded', { 'retry-after': '2' })).toEqual({
      kind: 'failed',
      retryAfterMs: 2_000,
    })
    expect(await stopByDisconnect(() => Promise.reject(new TypeError('fetch failed')))).toEqual({
      kind: 'failed',
      retryAfterMs: null,
    })
  })

  test('a stop of which there were too many is to be repeated when the service allows it', async () => {
    expect(await stopBy(429, refusal('rate_limited'), { 'retry-after': '3' })).toEqual({
      kind: 'failed',
      retryAfterMs: 3_000,
    })
  })
})

test('a charge whose session was ended by its own cancel may have charged, and is not sent again', async () => {
  const sent = signal()
  const disconnected = signal()
  let charges = 0
  // A service without terminals.cancel: the disconnect ends the session and the pending card prompt.
  const send: typeof fetch = async () => {
    charges += 1
    sent.give()
    await disconnected.given
    const error = {
      type: 'terminal',
      code: 'terminal_session_invalid',
      message: 'The session is over.',
      request_id: 'r',
    }
    return Response.json({ error }, { status: 400 })
  }
  const place = { url: 'http://127.0.0.1:9', apiKey: 'key', accountId: 'acct_1', merchantId: 'acct_1' }
  const access = accessTo(place, () => 'en', send)
  const session = { hsn: 'VT-1', key: 'session', issued_at: 0, expires_at: '2026-01-01T00:00:00.000Z' }
  const sessions = {
    ensure: async () => ok({ access, terminal: {} as Terminal, session }),
    drop: () => undefined,
    stoppedByOther: () => undefined,
    isEndedByCancel: () => isEnded,
    stopCommand: async () => ({ kind: 'nothing_ran' }) as const,
  }
  let isEnded = false
  const queue = createCommandQueue(async () => {
    isEnded = true
    disconnected.give()
    return { kind: 'delivered' }
  })
  const run = createTerminalCommands(sessions, queue)
  const answer = run('terminals.auth_card', { payment_intent_id: 'pi_1' })
  await sent.given
  await queue.cancel()
  expect(await answer).toMatchObject({ ok: false, error: { kind: 'no_answer' } })
  expect(charges).toBe(1)
})

test('after a stop that ended the session and whose answer was lost, the next command opens a new session', async () => {
  let sessions = 0
  const prompted = signal()
  const disconnected = signal()
  const refused = (code: string) => err({ kind: 'refused', status: 400, error: { code, message: 'No.' } })
  /** A service without terminals.cancel. */
  const call = async (name: string): Promise<Result<object, object>> => {
    switch (name) {
      case 'terminals.terminal_details':
        return ok({ terminal_details: [{ hsn: 'VT-1', name: 'Bar', connected: true }] })
      case 'terminals.connect':
        sessions += 1
        return ok({ session_key: `session ${sessions}` })
      case 'terminals.cancel':
        return refused('route_not_found')
      case 'terminals.disconnect':
        disconnected.give()
        return err({ kind: 'no_answer', reason: 'lost' })
      default:
        if (sessions > 1) return ok({ tip: '20' })
        prompted.give()
        await disconnected.given
        return refused('terminal_session_invalid')
    }
  }
  const access = { client: { call }, missing: { has: () => true } } as unknown as ServiceAccess
  const manager = createSessionManager({
    access: () => access,
    hsn: () => 'VT-1',
    sessionFile: { read: async () => null, keep: async () => undefined, forget: async () => undefined },
    identity: async () => ({ id: 'counter', name: 'Bar' }),
    now: Date.now,
    ...{ onStatus: () => undefined, onEvent: () => undefined, onBreak: () => undefined },
  })
  const queue = createCommandQueue(manager.stopCommand)
  const run = createTerminalCommands(manager, queue)
  const stopped = run('terminals.tip', { amount: 100 })
  await prompted.given
  await queue.cancel()
  expect(await stopped).toMatchObject({ ok: false, error: { kind: 'no_answer' } })
  expect(await run('terminals.tip', { amount: 100 })).toMatchObject({ ok: true })
})
