import { ok } from '../../../src-shared/result.ts'
import type { Handler } from '../../http/handler.ts'
import type { TerminalCore } from '../core.ts'
import { openTerminal } from '../on-terminal.ts'
import { endSession } from '../session/session.ts'
import { stopRunning } from '../stop-running.ts'

/** Ends the session, and what it left standing on the terminal. */
export const disconnect =
  (core: TerminalCore): Handler<'terminals.disconnect'> =>
  async ({ caller, body: { hsn }, sessionKey }) => {
    const opened = await openTerminal(core, { caller, sessionKey, hsn })
    if (!opened.ok) return opened
    const cancelled = stopRunning(core, hsn, 'pos')
    await endSession(core, opened.value.session, cancelled)
    return ok({ success: true })
  }
