import {
  type CommandRefusal,
  type PosCommand,
  type PosCommandPayload,
  type PosReply,
  posCommands,
} from '../../src-shared/pos/commands.ts'
import { err, type Result } from '../../src-shared/result.ts'
import type { Log } from '../log.ts'

export type PosHandlers = {
  readonly [Name in PosCommand]: (
    payload: PosCommandPayload<Name>,
  ) => Promise<Result<PosReply<Name>, CommandRefusal>> | Result<PosReply<Name>, CommandRefusal>
}

/** Answers a command whose sender has been checked. */
export type Answerer = (name: PosCommand, payload: unknown) => Promise<Result<unknown, CommandRefusal>>

/**
 * Parses the payload and lets the command's handler answer with a Result. A handler that throws is a fault of ours:
 * logged in full, told in short.
 */
export const createAnswerer =
  (handlers: PosHandlers, log: Log): Answerer =>
  async (name, payload) => {
    const parsed = posCommands[name].safeParse(payload)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      return err({ code: 'payload_invalid', message: `${issue?.path.join('.')}: ${issue?.message}` })
    }
    try {
      const handle = handlers[name] as (payload: unknown) => Promise<Result<unknown, CommandRefusal>>
      return await handle(parsed.data)
    } catch (error) {
      log.error({ err: error, command: name }, 'a command failed')
      return err({ code: 'failed', message: 'the command failed; see the log' })
    }
  }
