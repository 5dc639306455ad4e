import type { SaleInput } from '../../../src-main/sale/runner.ts'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import type { SaleState } from '../../../src-shared/pos/sale.ts'
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

export interface FromCounter {
  readonly kind: 'now'
  readonly sale: SaleState
  readonly bill: Bill | null
  readonly terminal: TerminalStatus
  /** How many messages this process has taken. */
  readonly taken: number
}
