import { ok } from '../../../src-shared/result.ts'
import { isoTime } from '../../clock.ts'
import type { Handler } from '../../http/handler.ts'
import { openTerminal } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'

/** Asks the terminal itself, also while it runs a command: connected is what it answers now. */
export const ping =
  (context: TerminalContext): Handler<'terminals.ping'> =>
  async ({ caller, body: { hsn }, sessionKey }) => {
    const opened = await openTerminal(context, { caller, sessionKey, hsn })
    if (!opened.ok) return opened
    const answer = await context.links.ping(hsn)
    return ok({
      connected: answer.ok,
      session_open: true,
      session_expires_at: isoTime(opened.value.session.document.expires_at),
      busy: context.running.on(hsn) !== null,
      latency_ms: answer.ok ? answer.value : null,
    })
  }
