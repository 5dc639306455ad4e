/** One of the shop's terminals, in a cashier's list; `isOwnTerminal` tells the one that the counter charges on now. */
export interface TerminalChoice {
  readonly hsn: string
  readonly name: string
  /** The terminal that an installer chose for this counter. */
  readonly usual: boolean
  /** `free`: it answers and has no session; `busy`: another counter has a session. */
  readonly state: 'free' | 'busy' | 'unreachable'
}
