import { type PosCommandName, posCommands } from './commands.ts'

/**
 * The names of the commands without their schemas, for the programs that start first: the preload, which every window
 * waits for, and main's entry. The build runs this file and keeps only its value (scripts/lib/build-node.mjs), so
 * that neither of them carries the schema library.
 */
export const posCommandNames = Object.keys(posCommands) as readonly PosCommandName[]
