import type { Language } from '../../../src-shared/language.ts'
import type { Result } from '../../../src-shared/result.ts'
import type {
  CommandFailure,
  CommandReply,
  TerminalCommand,
  TerminalCommandName,
} from '../../../src-shared/terminal/messages.ts'
import type { Progress } from '../../../src-shared/terminal/progress.ts'

/** Why a command has no result: the terminal's own reason, or a failure of the link. */
export type SendFailure = CommandFailure | 'link_lost' | 'not_connected'

export type CommandNamed<Name extends TerminalCommandName> = Extract<TerminalCommand, { name: Name }>

export interface SendOptions {
  /** The command's id, if the sender needs to know it; otherwise a new one is made. */
  readonly id?: string
  /** The customer's language; without it the terminal uses its own. */
  readonly language?: Language
  /** Timeout in ms: the terminal ends the prompt after it, and so does the service by its own clock. */
  readonly timeoutMs: number
  onProgress?(step: Progress): void
  /** Requests the terminal to stop. The send ends when the terminal confirms, or soon after if it does not. */
  readonly signal?: AbortSignal
}

/**
 * Sends commands to terminals over the links that this process holds. With several nodes the whole request is forwarded
 * to the node with the link (nodes/forwarding.ts), so that callers need not care which one that is.
 */
export interface TerminalGateway {
  isLinked(hsn: string): boolean
  /** Never rejects. A result that arrives after the end of the wait is dropped. */
  send<Name extends TerminalCommandName>(
    hsn: string,
    command: CommandNamed<Name>,
    options: SendOptions,
  ): Promise<Result<CommandReply<Name>, SendFailure>>
  /** Pings the terminal, also while it runs a command. @returns round-trip time, in ms. */
  ping(hsn: string): Promise<Result<number, 'not_connected' | 'no_answer'>>
}
