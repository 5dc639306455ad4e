import type { SaleState } from '../../src-shared/pos/sale/sale.ts'
import type { TipOffer } from '../../src-shared/pos/sale/sale-events.ts'
import type { Settings } from '../../src-shared/pos/settings/settings.ts'
import type { Progress } from '../../src-shared/terminal/progress.ts'
import type { TipQuestions } from '../customer-display/tip-question.ts'
import type { Log } from '../log.ts'
import type { ClientSource } from '../service-calls/call-service.ts'
import type { TerminalConnection } from '../terminal/connection.ts'
import type { ReceiptLoader } from './receipts.ts'
import type { createSeller } from './seller.ts'

/** What the steps of a sale need. */
export interface EffectContext {
  readonly client: ClientSource
  readonly terminal: TerminalConnection
  /** The tips that the settings offer at present; null for none. */
  readonly tips: () => TipOffer | null
  /** Asks for the tip on the customer display if the terminal has no screen. */
  readonly displayTips: Pick<TipQuestions, 'ask' | 'cancel'>
  readonly receipts: ReceiptLoader
  /** The state of the sale at the counter. */
  readonly state: () => SaleState
  /** Called with the customer's progress at the terminal, and the intent it belongs to. */
  readonly onStep: (intentId: string, step: Progress) => void
  /** The language of the customers at the terminal. */
  readonly language: () => Settings['language']
  readonly seller: ReturnType<typeof createSeller>
  /** Aborted when the counter closes. */
  readonly stopped: AbortSignal
  readonly log: Log
}
