import type { Client } from '../../../src-shared/api/client.ts'
import type { FromCounter, ToCounter } from '../sales/counter-messages.ts'
import type { Fault } from '../sales/plan.ts'

/** What a cashier sees of a counter, and the hands that do something there. */
export interface Cashier {
  /** All that is shown; null while the screen is dark. */
  now(): Pick<FromCounter, 'sale' | 'bill' | 'tabs' | 'returns' | 'unbooked' | 'terminal'> | null
  send(message: ToCounter): void
  /** Whether all that was pressed has been taken: on a slow machine a tap may wait. */
  hasTakenAll(): boolean
  /** Whether the hands are on the screen still: nothing else can be pressed meanwhile. */
  isPressing(): boolean
}

/** A counter, what it keeps on its disk, and who stands before it. */
export interface DayCounter {
  readonly hsn: string
  readonly drawerFile: string
  readonly booksFolder: string
  readonly returnsFile: string
  readonly pos: Cashier
}

/** Where a day is worked: the counter's process alone, or the whole app by its window. */
export interface DayPlace {
  readonly counter: DayCounter
  /** Where the service and the sandbox's bank keep their books. */
  readonly dataFolder: string
  /** The service as it runs now. */
  service(): { readonly client: Client; readonly url: string }
  /** A counter counts whole pieces where a finger presses for each. */
  readonly countsPieces: boolean
  /** Rejects when something ended, or can no longer be done: there is nothing to wait for. */
  readonly failed: Promise<never>
  /** Makes it happen. */
  inflict(fault: Fault): Promise<void>
  /** Whatever was made worse is as good as new. */
  heal(): void
  /** What is done at the drawer beside selling; nothing where there is no way to. @returns what it adds to the drawer, cents */
  atDrawer?(random: () => number): Promise<number>
  /** The drawer is counted at the end of the day. @param cents what must be in it */
  closeShift?(cents: number): Promise<void>
  /** For whoever looks for a fault. */
  note(line: string): void
  /** @param failed the data and the log are kept. @returns where they are */
  stop(failed: boolean): Promise<string>
}
