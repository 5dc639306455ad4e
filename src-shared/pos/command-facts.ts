import type { CommandRow } from './command-row.ts'
import { type PosCommandName, posCommands } from './commands.ts'

/** The facts of a command that are known before its schema is built. */
export interface CommandFacts extends Omit<CommandRow, 'payload' | 'reply'> {
  /** Whether the command has a payload, which the schema of its row checks. */
  readonly hasPayload: boolean
}

const factsOf = ({ payload, reply: _, ...facts }: CommandRow): CommandFacts => ({
  ...facts,
  hasPayload: payload !== undefined,
})

/**
 * The commands without their schemas, for the code that starts first. The build runs this file and keeps only its
 * value, as with command-names.ts.
 */
export const commandFacts = Object.fromEntries(
  Object.entries(posCommands).map(([name, row]) => [name, factsOf(row)]),
) as Readonly<Record<PosCommandName, CommandFacts>>
