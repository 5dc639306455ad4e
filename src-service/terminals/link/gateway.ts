import type { Language } from '../../../src-shared/language.ts'
import type { Result } from '../../../src-shared/result.ts'
import type {
  CommandFailure,
  CommandReply,
  TerminalCommand,
  TerminalCommandName,
} from '../../../src-shared/terminal/messages.ts'
import type { Progress } from '../../../src-shared/terminal/progress.ts'

/** Why a command has no result: the terminal's own word, or what happened to the way there. */
export type SendFailure = CommandFailure | 'link_lost' | 'not_connected'

export type CommandNamed<Name extends TerminalCommandName> = Extract<TerminalCommand, { name: Name }>

export interface SendOptions {
  /** The command's id, where the sender has to know it; a new one without it. */
  readonly id?: string
  /** Of the customer; without it the terminal keeps its own. */
  readonly language?: Language
  /** The terminal gives the prompt up after this; so does the service, by its own clock. ms */
  readonly timeoutMs: number
  onProgress?(step: Progress): void
  /** Asks the terminal to stop. The send ends when the terminal has, or soon after when it does not. */
  readonly signal?: AbortSignal
}

/**
 * The way to a terminal: a call to the link that this process holds. With several nodes the whole request goes to the one
 * that holds it (nodes/forwarding.ts), so that nothing behind it has to care which that is.
 */
export interface TerminalGateway {
  isLinked(hsn: string): boolean
  /** Never rejects. A result that comes after the end of the wait is dropped. */
  send<Name extends TerminalCommandName>(
    hsn: string,
    command: CommandNamed<Name>,
    options: SendOptions,
  ): Promise<Result<CommandReply<Name>, SendFailure>>
  /** Asks the terminal for a sign of life, also while it runs a command. @returns how long it took, ms. */
  ping(hsn: string): Promise<Result<number, 'not_connected' | 'no_answer'>>
}
