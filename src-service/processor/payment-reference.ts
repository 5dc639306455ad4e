import type { Cents } from '../../src-shared/money.ts'
import type { Rail } from './payment-source.ts'

/**
 * Names a payment at the processor. Some find it by our order id, some by their own reference; some require
 * the amount and the rail again.
 */
export interface PaymentReference {
  readonly payment_id: string
  /** Says which merchant it is, hence which credentials. */
  readonly account_id: string
  /** Journaled before the authorization is asked for, and sent once: every attempt has its own (order-id.ts). */
  readonly order_id: string
  /** The processor's own; null before it has answered. */
  readonly retrieval_reference: string | null
  readonly amount: Cents
  readonly currency: string
  readonly rail: Rail
  /** The terminal that was to read the card and have it authorized by itself (Processor.terminals), else null. */
  readonly hsn: string | null
  /** When the authorization was journaled, ms since the epoch. */
  readonly begun_at: number
}
