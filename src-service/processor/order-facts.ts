import type { BillingDetails } from '../../src-shared/api/schemas/payment-method.ts'

/**
 * How the merchant received the order, as card networks distinguish it: a card read by a terminal, typed at it, taken by
 * mail or telephone, entered by the customer on a page, or charged by an agreement on a schedule. Gateways name the last
 * three in fields of their own (`ecomind`, for instance: T, E, R).
 */
export type Channel = 'terminal' | 'typed' | 'telephone' | 'e_commerce' | 'recurring'

/** The use of a card that the merchant keeps for a customer. */
export interface StoredCredential {
  /** Who starts this payment: the customer, who takes part in it, or the merchant on its own by an earlier agreement. */
  readonly initiator: 'customer' | 'merchant'
  /**
   * Whether the merchant charges on a schedule that the customer agreed to. The specification has no schedules, so the
   * service sends false, and never the channel `recurring`.
   */
  readonly scheduled: boolean
  /** Whether the customer agrees, with this request, that the card is kept: its first use. */
  readonly first: boolean
}

/** What a processor must know about an order besides its money. */
export interface OrderFacts {
  readonly channel: Channel
  /** Null for a card that is not kept, and for bank accounts, whose networks have no such rules. */
  readonly stored_credential: StoredCredential | null
  /** Name and address that the card's bank may verify, as far as they are known. */
  readonly billing: BillingDetails
}
