import type { Cents } from '../../money.ts'
import type { Order } from '../order/order.ts'
import type { ExchangeTender } from './bill.ts'
import type { Tab } from './tab.ts'

/** A bill before anything is paid. */
export interface NewBill {
  readonly id: string
  readonly order: Order | null
  readonly total: Cents
  readonly currency: string
  readonly note: string
  readonly tab?: Tab
  /** The goods that the customer brought back for it. */
  readonly exchange?: ExchangeTender
}
