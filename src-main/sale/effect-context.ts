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
  /** What the settings offer as tips at this moment; null for none. */
  readonly tips: () => TipOffer | null
  /** Where a tip is asked for when the terminal has no screen. */
  readonly displayTips: Pick<TipQuestions, 'ask' | 'cancel'>
  readonly receipts: ReceiptLoader
  /** Of the sale at the counter. */
  readonly state: () => SaleState
  /** Where the customer is, of this intent. */
  readonly onStep: (intentId: string, step: Progress) => void
  /** What the terminal's customers read. */
  readonly language: () => Settings['language']
  readonly seller: ReturnType<typeof createSeller>
  readonly log: Log
}
