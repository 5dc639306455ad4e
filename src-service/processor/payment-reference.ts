import type { Cents } from '../../src-shared/money.ts'
import type { Rail } from './payment-source.ts'

/**
 * Identifies a payment at the processor. Some processors find it by this service's order id, some by their own
 * reference; some also require amount and rail.
 */
export interface PaymentReference {
  readonly payment_id: string
  /** Identifies the merchant, and so the credentials. */
  readonly account_id: string
  /** Journaled before the authorization, and sent once: every attempt has its own (order-id.ts). */
  readonly order_id: string
  /** The processor's own reference; null before it has answered. */
  readonly retrieval_reference: string | null
  readonly amount: Cents
  readonly currency: string
  readonly rail: Rail
  /** The terminal that reads the card and has it authorized by itself (Processor.terminals), else null. */
  readonly hsn: string | null
  /** When the authorization was journaled, ms since the epoch. */
  readonly begun_at: number
}
