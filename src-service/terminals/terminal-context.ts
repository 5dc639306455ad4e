import type { Services } from '../services.ts'
import type { ClaimCodes, ClaimLimit } from './activation/claim-codes.ts'
import type { GuessLimit } from './activation/guess-limit.ts'
import type { Links } from './link/links.ts'
import type { RealTimer } from './link/socket.ts'
import type { LinksOfNodes } from './nodes/links-of-nodes.ts'
import type { OperationsOfNodes } from './nodes/operations-of-nodes.ts'
import type { RunningOperations } from './running-operations.ts'
import type { TerminalEvents } from './terminal-events.ts'
import type { TerminalTimings } from './timings.ts'

/** Shared by the operations of this module. Made once, by module.ts. */
export interface TerminalContext extends Services {
  readonly events: TerminalEvents
  readonly links: Links
  /** The operations that this node runs on terminals. */
  readonly running: RunningOperations
  readonly guesses: GuessLimit
  readonly claims: ClaimCodes
  readonly claimLimit: ClaimLimit
  readonly operationsOfNodes: OperationsOfNodes
  readonly linksOfNodes: LinksOfNodes
  readonly timings: TerminalTimings
  readonly realTimer: RealTimer
}
