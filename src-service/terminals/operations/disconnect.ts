import { ok } from '../../../src-shared/result.ts'
import type { Handler } from '../../http/handler.ts'
import type { TerminalCore } from '../core.ts'
import { openTerminal } from '../on-terminal.ts'
import { endSession } from '../session/session.ts'

/** Ends the session, and what it left standing on the terminal. */
export const disconnect =
  (core: TerminalCore): Handler<'terminals.disconnect'> =>
  async ({ caller, body: { hsn }, sessionKey }) => {
    const opened = await openTerminal(core, { caller, sessionKey, hsn })
    if (!opened.ok) return opened
    core.running.stop(hsn, 'pos')
    await endSession(core, opened.value.session)
    return ok({ success: true })
  }
