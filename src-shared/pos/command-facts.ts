import type { CommandRow } from './command-row.ts'
import { type PosCommandName, posCommands } from './commands.ts'

/** What is known of a command before its schema is there. */
export interface CommandFacts extends Omit<CommandRow, 'payload' | 'reply'> {
  /** Something comes with it, which is checked by its row's schema. */
  readonly hasPayload: boolean
}

const factsOf = ({ payload, reply: _, ...facts }: CommandRow): CommandFacts => ({
  ...facts,
  hasPayload: payload !== undefined,
})

/**
 * The commands without their schemas, for what starts first. The build runs this file and keeps only its value, as it
 * does with command-names.ts.
 */
export const commandFacts = Object.fromEntries(
  Object.entries(posCommands).map(([name, row]) => [name, factsOf(row)]),
) as Readonly<Record<PosCommandName, CommandFacts>>
