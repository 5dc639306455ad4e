import type { CallFailure } from '../../../src-shared/api/client.ts'
import type { OperationBody, OperationReply } from '../../../src-shared/api/operations.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { TerminalConnection } from '../../terminal/connection.ts'
import type { CommandFailure } from '../../terminal/failures.ts'
import type { ServiceLink } from '../../terminal/service-link.ts'
import { type TerminalCommandName, waitMs } from '../../terminal/terminal-commands.ts'

/** A session on a terminal, for one trial. */
export interface TerminalLine {
  run<Name extends TerminalCommandName>(
    name: Name,
    body: Omit<OperationBody<Name>, 'hsn'>,
    options?: { readonly idempotencyKey?: string },
  ): Promise<Result<OperationReply<Name>, CommandFailure>>
  ping(): Promise<Result<OperationReply<'terminals.ping'>, CommandFailure>>
  /** Asks the terminal to stop; what runs tells by its own answer how it ended. */
  cancel(): Promise<void>
  close(): Promise<void>
}

/** The counter's own terminal, on the session that its sales run on. */
export const ownLine = (terminal: TerminalConnection): TerminalLine => ({
  run: terminal.run,
  ping: async () => (await terminal.ping()) ?? err(noSession),
  cancel: terminal.cancel,
  close: async () => undefined,
})

const noSession: CommandFailure = {
  kind: 'not_sent',
  reason: 'terminal_not_connected',
  detail: 'This counter has no session on the terminal now.',
}

/** Another terminal, borrowed for as long as the trial takes; never with force: who holds it is told instead. */
export async function borrowLine(
  link: ServiceLink,
  hsn: string,
  counter: { readonly id: string; readonly name: string },
): Promise<Result<TerminalLine, CallFailure>> {
  const { client } = link
  const opened = await client.call('terminals.connect', { body: { hsn, client: counter }, timeoutMs: 15_000 })
  if (!opened.ok) return opened
  const sessionKey = opened.value.session_key
  const call = client.call as (
    name: TerminalCommandName,
    input: object,
  ) => Promise<Result<never, CallFailure>>
  let running = 0
  return ok({
    async run(name, body, options = {}) {
      running++
      const input = { body: { ...body, hsn }, sessionKey, timeoutMs: waitMs[name], ...options }
      return call(name, input).finally(() => running--)
    },
    ping: () => client.call('terminals.ping', { body: { hsn }, sessionKey, timeoutMs: 8_000 }),
    async cancel() {
      // The wish may overtake the command on its way to the service: repeat it while that command lasts. Once at least:
      // one whose answer was lost may stand there still.
      for (let tries = 0; tries < 40 && (tries === 0 || running > 0); tries++) {
        const told = await client.call('terminals.cancel', { body: { hsn }, sessionKey, timeoutMs: 5_000 })
        if (told.ok ? told.value.cancelled : told.error.kind === 'refused') return
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    },
    async close() {
      await client.call('terminals.disconnect', { body: { hsn }, sessionKey, timeoutMs: 5_000 })
    },
  })
}
