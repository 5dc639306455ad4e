import type { IpcMain } from 'electron'
import { channelOf } from '../../src-shared/pos/channels.ts'
import {
  type CommandRefusal,
  type PosCommand,
  type PosCommandPayload,
  type PosReply,
  posCommands,
} from '../../src-shared/pos/commands.ts'
import { err, type Result } from '../../src-shared/result.ts'
import type { Log } from '../log.ts'
import { isPosPage, type Sender } from '../security/sender.ts'

export type PosHandlers = {
  readonly [Name in PosCommand]: (
    payload: PosCommandPayload<Name>,
  ) => Promise<Result<PosReply<Name>, CommandRefusal>> | Result<PosReply<Name>, CommandRefusal>
}

/**
 * One channel for each command of the contract. Each message: sender checked, payload parsed, answered as a Result.
 * A handler that throws is a fault of ours: logged in full, told in short.
 */
export function registerCommands(ipcMain: Pick<IpcMain, 'handle'>, handlers: PosHandlers, log: Log): void {
  for (const name of Object.keys(posCommands) as PosCommand[]) {
    ipcMain.handle(channelOf(name), (event, payload) => answer(name, handlers, event, payload, log))
  }
}

/** @internal exported for its tests */
export async function answer(
  name: PosCommand,
  handlers: PosHandlers,
  sender: Sender,
  payload: unknown,
  log: Log,
): Promise<Result<unknown, CommandRefusal>> {
  if (!isPosPage(sender)) {
    log.warn({ command: name, origin: sender.senderFrame?.origin }, 'a message from another page was refused')
    return err({ code: 'not_available', message: 'this page may not ask' })
  }
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
