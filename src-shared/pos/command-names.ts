import { type PosCommandName, posCommands } from './commands.ts'

/**
 * The names of the commands without their schemas, for the code that starts first: the preload, for which every window
 * waits, and main's entry. The build runs this file and keeps only its value (scripts/lib/build-node.mjs), so that
 * neither contains the schema library.
 */
export const posCommandNames = Object.keys(posCommands) as readonly PosCommandName[]
