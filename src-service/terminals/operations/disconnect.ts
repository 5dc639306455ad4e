import { ok } from '../../../src-shared/result.ts'
import type { Handler } from '../../http/handler.ts'
import { openTerminal } from '../run-operation.ts'
import { endSession } from '../session/sessions.ts'
import { stopRunning } from '../stop-running.ts'
import type { TerminalContext } from '../terminal-context.ts'

/** Ends the session, and what it left standing on the terminal. */
export const disconnect =
  (context: TerminalContext): Handler<'terminals.disconnect'> =>
  async ({ caller, body: { hsn }, sessionKey }) => {
    const opened = await openTerminal(context, { caller, sessionKey, hsn })
    if (!opened.ok) return opened
    const cancelled = stopRunning(context, hsn, 'pos')
    await endSession(context, opened.value.session, cancelled)
    return ok({ success: true })
  }
