import { err, ok } from '../../../src-shared/result.ts'
import { isoTime } from '../../clock.ts'
import type { Handler } from '../../http/handler.ts'
import type { TerminalCore } from '../core.ts'
import { notConnected } from '../failures.ts'
import { within } from '../link/socket.ts'
import { ownTerminal } from '../own-terminal.ts'
import { openSession } from '../session/session.ts'

/**
 * Section 3.6 and 4.4. With force it also ends what the terminal is running, whoever runs it; a card that is with
 * the processor already is not taken back by that.
 */
export const connect =
  (core: TerminalCore): Handler<'terminals.connect'> =>
  async ({ caller, body, setHeader }) => {
    const { hsn } = body
    const force = body.force === true || body.force === 'true'
    const terminal = await ownTerminal(core, caller, hsn)
    if (!terminal.ok) return terminal
    if (!core.links.isLinked(hsn)) return err(notConnected(hsn))
    const opened = await openSession(core, terminal.value, force)
    if (!opened.ok) return opened
    if (force) await clearTheWay(core, hsn)
    setHeader('x-session-key', opened.value.key)
    return ok({ session_key: opened.value.key, expires_at: isoTime(opened.value.session.expires_at) })
  }

/** Waits a moment for the operation to end, so that the new session's first command finds the terminal free. */
async function clearTheWay(core: TerminalCore, hsn: string): Promise<void> {
  const running = core.running.on(hsn)
  if (running === null || core.running.stop(hsn, 'force') === 'authorizing') return
  await within(core.wire, core.timings.stopMs, running.ended)
}
