import type { CounterEvent } from '../../src-shared/pos/bill/bill-events.ts'
import type { SaleFacts, SaleState } from '../../src-shared/pos/sale/sale.ts'
import type { SaleAnswer } from '../../src-shared/pos/sale/sale-events.ts'

/** An event without its time, which the runner adds. */
export type SaleInput = CounterEvent extends infer Event
  ? Event extends CounterEvent
    ? Omit<Event, 'at'>
    : never
  : never

/** The event with an effect's answer. */
export const answerTo = (
  { sale: { id, attempt, voids } }: { readonly sale: SaleFacts },
  answer: SaleAnswer,
): SaleInput => ({ ...answer, sale_id: id, attempt, voids })

/** A change of a sale's state, as the journal and the log record it. */
export interface SaleChange {
  readonly event: CounterEvent
  readonly from: SaleState
  readonly to: SaleState
}
