import type { Client } from '../../../src-shared/api/client.ts'
import type { FromCounter, ToCounter } from '../sales/counter-messages.ts'
import type { DayFault } from './customers.ts'
import type { Elsewhere } from './give-back-elsewhere.ts'

/** What a cashier sees at a counter, and can do there. */
export interface Cashier {
  /** Everything that is shown; null while the screen is dark. */
  now(): Pick<FromCounter, 'sale' | 'bill' | 'tabs' | 'returns' | 'unbooked' | 'terminal'> | null
  send(message: ToCounter): void
  /** Whether every press has been processed: on a slow machine a tap may be delayed. */
  hasTakenAll(): boolean
  /** Whether a press is still in progress: no other press is possible then. */
  isPressing(): boolean
}

/** A counter, its files on disk, and its cashier. */
export interface DayCounter {
  readonly hsn: string
  readonly drawerFile: string
  readonly booksFolder: string
  readonly returnsFile: string
  readonly pos: Cashier
}

/** Where a day runs: on the counter's process alone, or in the window of the whole app. */
export interface DayPlace {
  readonly counter: DayCounter
  /** Where the service and the sandbox's bank keep their books. */
  readonly dataFolder: string
  /** The service that is running now. */
  service(): { readonly client: Client; readonly url: string }
  /** Whether goods are counted in whole pieces, because each piece is one press. */
  readonly countsPieces: boolean
  /** Rejects when a program has ended or an action is no longer possible, so that waiting is useless. */
  readonly failed: Promise<never>
  /** Makes the fault happen. */
  inflict(fault: DayFault): Promise<void>
  /** What others have given back of the counter's payments; absent where nobody does. */
  readonly elsewhere?: Elsewhere
  /** Ends all faults. */
  heal(): void
  /**
   * Does something at the drawer apart from sales; absent where that is impossible. @returns what it adds to the
   * drawer, in cents
   */
  atDrawer?(random: () => number): Promise<number>
  /** Counts the drawer at the end of the day. @param cents what must be in it */
  closeShift?(cents: number): Promise<void>
  /** Notes a step, to help find the cause of a fault. */
  note(line: string): void
  /** @param failed keeps the data and the log. @returns where they are */
  stop(failed: boolean): Promise<string>
}
