import type { EntryMode } from '../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import type { AttemptReply } from '../../intents/attempt.ts'
import type { IdempotencyClaim } from '../../store/store.ts'
import type { CardCommand, ReadCard, WantedWay } from './card-prompts.ts'
import type { SaleBody } from './sale-rules.ts'

export interface SaleRequest {
  readonly body: SaleBody
  /** Bound to each payment when it starts: a retry finds the last one (saleAgain). */
  readonly idempotency: IdempotencyClaim | null
}

/** Returns the command that asks for the card. @param wants what the bank requires after a decline */
export type CardPrompt = (intent: PaymentIntent, wants: WantedWay | null) => CardCommand

export interface Sale extends SaleRequest {
  readonly intent: PaymentIntent
  readonly prompt: CardPrompt
}

/** One card that was sent to the processor, and its outcome. */
export interface Attempt {
  readonly reply: AttemptReply
  readonly chip: ReadCard['chip']
  readonly entryMode: EntryMode | null
  readonly pin: boolean
}
