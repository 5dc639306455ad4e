/** One of the shop's terminals, as a cashier chooses among them. */
export interface TerminalChoice {
  readonly hsn: string
  readonly name: string
  /** The counter charges on it now. */
  readonly ours: boolean
  /** The one that an installer chose for this counter. */
  readonly usual: boolean
  /** `free`: it answers, and nobody has a session on it; `busy`: another counter has. */
  readonly state: 'free' | 'busy' | 'unreachable'
}
