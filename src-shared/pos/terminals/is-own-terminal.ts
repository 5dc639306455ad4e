import type { TerminalStatus } from '../snapshot.ts'

/** Whether this counter, whose terminal has this status, charges on the terminal with this serial number. */
export const isOwnTerminal = (own: TerminalStatus, hsn: string): boolean =>
  own.kind !== 'none' && own.hsn === hsn
