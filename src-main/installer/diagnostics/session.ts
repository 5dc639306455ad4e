import type { CallFailure } from '../../../src-shared/api/client.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { TerminalFailure } from '../../service-calls/failures.ts'
import { createCommandQueue } from '../../terminal/command-queue.ts'
import type { TerminalConnection } from '../../terminal/connection.ts'
import type { ServiceAccess } from '../../terminal/service-access.ts'
import {
  type CounterIdentity,
  closeSession,
  openSession,
  type Ping,
  pingSession,
  runOnSession,
  stopCommand,
} from '../../terminal/session.ts'
import { mayRunOn, type RunOnTerminal } from '../../terminal/terminal-commands.ts'

/** A session on a terminal, for one diagnostic. */
export interface DiagnosticSession {
  readonly run: RunOnTerminal
  ping(): Promise<Result<Ping, TerminalFailure>>
  /** Asks the terminal to stop; the running operation's own answer reports how it ended. */
  cancel(): Promise<void>
  close(): Promise<void>
}

/** A session on the counter's own terminal: the one that its sales use. */
export const counterSession = (terminal: TerminalConnection): DiagnosticSession => ({
  run: terminal.run,
  ping: async () => (await terminal.ping()) ?? err(noSession),
  cancel: terminal.cancel,
  close: async () => undefined,
})

const noSession: TerminalFailure = {
  kind: 'not_sent',
  reason: 'terminal_not_connected',
  detail: 'This counter has no session on the terminal now.',
}

/** Another terminal's session for one diagnostic, never opened with force: the error names the holder. */
export async function borrowSession(
  access: ServiceAccess,
  hsn: string,
  counter: CounterIdentity,
): Promise<Result<DiagnosticSession, CallFailure>> {
  const opened = await openSession(access, { hsn }, Date.now, counter)
  if (!opened.ok) return opened
  const session = opened.value
  const queue = createCommandQueue(async () => {
    const stopped = await stopCommand(access, session)
    return stopped.kind === 'session_ended' ? { kind: 'delivered' } : stopped
  })
  return ok({
    run: (name, body, options = {}) =>
      queue.run(async (turn) => {
        turn.markSent()
        const result = await runOnSession(access, session, name, body, options)
        if (!mayRunOn(result)) turn.markOver()
        return result
      }),
    ping: () => pingSession(access, session),
    cancel: queue.cancel,
    close: async () => void (await closeSession(access, session)),
  })
}
