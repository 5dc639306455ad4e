import type { CounterEvent } from '../../src-shared/pos/bill/bill-events.ts'

/** An event without its time, which the runner adds. */
export type SaleInput = CounterEvent extends infer Event
  ? Event extends CounterEvent
    ? Omit<Event, 'at'>
    : never
  : never
