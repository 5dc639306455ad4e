import type { SaleInput } from '../../../src-main/sale/sale-input.ts'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import type { Tab } from '../../../src-shared/pos/bill/tab.ts'
import type { PosCommandPayload } from '../../../src-shared/pos/commands.ts'
import type { Return } from '../../../src-shared/pos/returns/return.ts'
import type { SaleState } from '../../../src-shared/pos/sale/sale.ts'
import type { TerminalStatus } from '../../../src-shared/pos/snapshot.ts'

/** The set-up of a counter's process, passed as its only argument. */
export interface CounterSetUp {
  readonly userData: string
  /** Address of the service, through the unreliable connection. */
  readonly url: string
  readonly apiKey: string
  readonly accountId: string
  readonly merchantId: string
  readonly hsn: string
  readonly tipPresets: readonly number[]
  /** Offset of this counter's clock, in ms. */
  readonly clockOffsetMs: number
}

export type ToCounter =
  | { readonly kind: 'dispatch'; readonly event: SaleInput }
  | { readonly kind: 'connect'; readonly force: boolean }
  /** Opens the drawer's shift with this float. */
  | { readonly kind: 'open_shift'; readonly amount: number }
  | {
      readonly kind: 'return'
      readonly asked: PosCommandPayload<'returns.begin'>
      /** The bill whose lines are returned. */
      readonly bill: Bill
    }
  | {
      readonly kind: 'return_step'
      readonly return_id: string
      readonly step: 'retry' | 'handed_back' | 'acknowledge' | 'cancel'
    }
  /** Begins a bill of other goods with the value of a return; `back` cents of it are refunded. */
  | {
      readonly kind: 'exchange'
      readonly return_id: string
      readonly bill_id: string
      readonly total: number
      readonly back: number
    }

export interface FromCounter {
  readonly kind: 'now'
  readonly sale: SaleState
  readonly bill: Bill | null
  readonly terminal: TerminalStatus
  readonly tabs: readonly Tab[]
  /** Returns that are not done, or not seen yet. */
  readonly returns: readonly Return[]
  /** Number of cash entries that are not yet in the drawer's ledger. */
  readonly unbooked: number
  /** Number of messages that this process has processed. */
  readonly taken: number
}
