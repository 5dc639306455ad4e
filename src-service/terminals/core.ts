import type { Services } from '../services.ts'
import type { TerminalEvents } from './events.ts'
import type { Links } from './link/links.ts'
import type { Wire } from './link/socket.ts'
import type { RunningOperations } from './running.ts'
import type { TerminalTimings } from './timings.ts'

/** What the operations of this module share. Made once, by module.ts. */
export interface TerminalCore extends Services {
  readonly events: TerminalEvents
  readonly links: Links
  readonly running: RunningOperations
  readonly timings: TerminalTimings
  readonly wire: Wire
}
