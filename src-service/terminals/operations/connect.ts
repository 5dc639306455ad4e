import { err, ok } from '../../../src-shared/result.ts'
import { isoTime } from '../../clock.ts'
import type { Handler } from '../../http/handler.ts'
import { within } from '../link/socket.ts'
import type { RunningOperation } from '../running-operations.ts'
import { clientOf, heldBy } from '../session/session-holder.ts'
import { type OpenedSession, openSession, tellEnd } from '../session/sessions.ts'
import { stopRunning } from '../stop-running.ts'
import { ownTerminal } from '../terminal-access.ts'
import type { TerminalContext } from '../terminal-context.ts'
import { notConnected } from '../terminal-errors.ts'

/**
 * Section 3.6 and 4.4. With force it also ends what the terminal is running, whoever runs it; a card that is with
 * the processor already is not taken back by that. A POS that connects again by its client id needs no force, and
 * what it was running goes on: it may only have missed the answer to connect.
 */
export const connect =
  (context: TerminalContext): Handler<'terminals.connect'> =>
  async ({ caller, body, setHeader }) => {
    const { hsn } = body
    const force = body.force === true || body.force === 'true'
    const terminal = await ownTerminal(context, caller, hsn)
    if (!terminal.ok) return terminal
    if (!context.links.isLinked(hsn)) return err(notConnected(hsn))
    const opened = await openSession(context, terminal.value, {
      client: clientOf(body.client),
      force,
      running: () => wanted(context.running.on(hsn)),
    })
    if (!opened.ok) return opened
    if (force) await takeOver(context, opened.value)
    else if (opened.value.ended !== null) tellEnd(context, opened.value.ended, { ended_by: 'replaced' })
    setHeader('x-session-key', opened.value.key)
    return ok({ session_key: opened.value.key, expires_at: isoTime(opened.value.session.expires_at) })
  }

/** One that was told to stop is nobody's concern any more, even while the terminal still clears its screen. */
const wanted = (running: RunningOperation | null): RunningOperation | null =>
  running?.stopCause() === null ? running : null

/** Waits a moment for the operation to end, so that the new session's first command finds the terminal free. */
async function takeOver(context: TerminalContext, { session, ended }: OpenedSession): Promise<void> {
  const running = context.running.on(session.hsn)
  const cancelled = stopRunning(context, session.hsn, 'force', heldBy(session))
  const by = { name: session.client?.name ?? null }
  if (ended !== null) tellEnd(context, ended, { ended_by: 'force', by, cancelled })
  if (running === null || running.stage() === 'authorizing') return
  await within(context.wire, context.timings.stopMs, running.ended)
}
