import type { Cents } from '../../money.ts'
import type { Order } from '../order/order.ts'
import type { ExchangeTender } from './bill.ts'
import type { Tab } from './tab.ts'

/** What is to be paid, before anything was. */
export interface NewBill {
  readonly id: string
  readonly order: Order | null
  readonly total: Cents
  readonly currency: string
  readonly note: string
  readonly tab?: Tab
  /** What the customer brought back for it. */
  readonly exchange?: ExchangeTender
}
