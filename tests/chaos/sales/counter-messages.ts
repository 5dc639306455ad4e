import type { SaleInput } from '../../../src-main/sale/runner.ts'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import type { Tab } from '../../../src-shared/pos/bill/tab.ts'
import type { PosCommandPayload } from '../../../src-shared/pos/commands.ts'
import type { Return } from '../../../src-shared/pos/returns/return.ts'
import type { SaleState } from '../../../src-shared/pos/sale/sale.ts'
import type { TerminalStatus } from '../../../src-shared/pos/snapshot.ts'

/** How a counter's process is set up, as its one argument. */
export interface CounterSetUp {
  readonly userData: string
  /** The service, by way of the line that fails. */
  readonly url: string
  readonly apiKey: string
  readonly accountId: string
  readonly merchantId: string
  readonly hsn: string
  readonly tipPresets: readonly number[]
  /** How far this counter's clock is off, ms. */
  readonly clockOffsetMs: number
}

export type ToCounter =
  | { readonly kind: 'dispatch'; readonly event: SaleInput }
  | { readonly kind: 'connect'; readonly force: boolean }
  /** The drawer's shift begins with so many cents. */
  | { readonly kind: 'open_shift'; readonly amount: number }
  | {
      readonly kind: 'return'
      readonly asked: PosCommandPayload<'returns.begin'>
      /** Whose lines come back. */
      readonly bill: Bill
    }
  | {
      readonly kind: 'return_step'
      readonly return_id: string
      readonly step: 'retry' | 'handed_back' | 'acknowledge' | 'cancel'
    }
  /** What was brought back begins a bill of other goods; of it, so many cents go back. */
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
  /** What goes back and is not done, or not seen yet. */
  readonly returns: readonly Return[]
  /** Cash that is on its way into the drawer's ledger. */
  readonly unbooked: number
  /** How many messages this process has taken. */
  readonly taken: number
}
