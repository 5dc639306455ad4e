import type { CommandFailure, TerminalCommand } from '../../src-shared/terminal/messages.ts'
import type { Progress } from '../../src-shared/terminal/progress.ts'
import type { Decision } from './decision.ts'
import type { PaymentReference } from './payment-reference.ts'

/** A sale that a terminal does in one call: it asks for the card and has it authorized, under our order. */
export interface TerminalSale extends Omit<PaymentReference, 'retrieval_reference' | 'rail' | 'hsn'> {
  readonly hsn: string
  /** What the customer is asked for, with the amount that they see. */
  readonly prompt: Extract<TerminalCommand, { name: 'read_card' | 'read_manual' }>
  readonly capture: boolean
  /** A voice authorization; null asks the processor to decide. */
  readonly auth_code: string | null
  /** Steps that the customer takes, where the terminal reports any. */
  onProgress(step: Progress): void
  /** Asks the terminal to stop. That it was asked proves nothing: the answer tells. */
  readonly signal: AbortSignal
}

export type TerminalAnswer =
  | Decision
  /** Proved: no card was sent for authorization, and none will be. */
  | { readonly outcome: 'not_sent'; readonly reason: CommandFailure | 'not_connected' }

/** Terminals that read a card and have it authorized in one call. */
export interface AuthorizingTerminals {
  /** How long that may take with the customer's part of it, ms; an inquiry must not say `not_found` before. */
  readonly limitMs: number
  sell(sale: TerminalSale): Promise<TerminalAnswer>
}
