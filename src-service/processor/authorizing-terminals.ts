import type { CommandFailure, TerminalCommand } from '../../src-shared/terminal/messages.ts'
import type { Progress } from '../../src-shared/terminal/progress.ts'
import type { Decision } from './decision.ts'
import type { PaymentReference } from './payment-reference.ts'

/**
 * A sale that a terminal carries out in one call: it reads the card and has it authorized, under this service's order
 * id.
 */
export interface TerminalSale extends Omit<PaymentReference, 'retrieval_reference' | 'rail' | 'hsn'> {
  readonly hsn: string
  /** The prompt for the customer, with the amount that they see. */
  readonly prompt: Extract<TerminalCommand, { name: 'read_card' | 'read_manual' }>
  readonly capture: boolean
  /** Code of a voice authorization; null lets the processor decide. */
  readonly auth_code: string | null
  /** Called for the customer's steps, if the terminal reports any. */
  onProgress(step: Progress): void
  /** Requests the terminal to stop. The request proves nothing; only the answer shows the outcome. */
  readonly signal: AbortSignal
}

export type TerminalAnswer =
  | Decision
  /** Proof that no card was sent for authorization, and none will be. */
  | { readonly outcome: 'not_sent'; readonly reason: CommandFailure | 'not_connected' }

/** Terminals that read a card and have it authorized in one call. */
export interface AuthorizingTerminals {
  /** Maximum time of a sale including the customer's part, in ms; an inquiry must not return `not_found` earlier. */
  readonly limitMs: number
  sell(sale: TerminalSale): Promise<TerminalAnswer>
}
