import { expect, test } from 'vitest'
import { createCommandQueue } from '../../../../src-main/terminal/command-queue.ts'
import { accessTo } from '../../../../src-main/terminal/service-access.ts'
import { createTerminalCommands } from '../../../../src-main/terminal/terminal-commands.ts'
import type { Terminal } from '../../../../src-shared/api/schemas/terminal.ts'
import { ok } from '../../../../src-shared/result.ts'

function signal(): { readonly given: Promise<void>; give(): void } {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

test('a charge whose session was ended by its own cancel may have charged, and is not run again', async () => {
  const sent = signal()
  const disconnected = signal()
  let charges = 0
  // A service without terminals.cancel: the disconnect ends the session, and with it what waits for the card.
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
  }
  let isEnded = false
  const queue = createCommandQueue(async () => {
    isEnded = true
    disconnected.give()
    return 'delivered'
  })
  const run = createTerminalCommands(sessions, queue)
  const answer = run('terminals.auth_card', { payment_intent_id: 'pi_1' })
  await sent.given
  await queue.cancel()
  expect(await answer).toMatchObject({ ok: false, error: { kind: 'no_answer' } })
  expect(charges).toBe(1)
})
