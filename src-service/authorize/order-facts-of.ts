import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { readByTerminal } from '../intents/read-by-terminal.ts'
import type { Channel, OrderFacts, StoredCredential } from '../processor/order-facts.ts'
import type { PaymentSource } from '../processor/payment-source.ts'
import type { Payable } from './payable.ts'

/** The order of a card that a terminal has just read. */
export const orderAtTerminal = (payment: Payment): OrderFacts => ({
  channel: channelAt(payment.entry_mode),
  stored_credential: null,
  billing: payment.billing_details,
})

/**
 * The order of a payment with a stored method. A token that is nobody's is used once, by who entered it. A customer's
 * card is charged by the customer on the hosted page, or when its security code goes along, which nobody may keep;
 * otherwise by the merchant.
 */
export function orderWithMethod(
  payment: Payment,
  { method: { document: method }, source, codeHeld }: Pick<Payable, 'method' | 'source' | 'codeHeld'>,
  isOnPage: boolean,
): OrderFacts {
  const { billing_details: billing } = payment
  const kept = method.customer_id !== null && method.payment_method_type === 'card'
  if (!kept) return { channel: channelOf(method, payment), stored_credential: null, billing }
  const byCustomer = isOnPage || hasCode(source)
  const stored_credential: StoredCredential = {
    initiator: byCustomer ? 'customer' : 'merchant',
    scheduled: false,
    // The code that was given when the card was stored goes along with its first payment only.
    first: byCustomer && codeHeld,
  }
  return { channel: isOnPage ? 'e_commerce' : channelOfKept(method), stored_credential, billing }
}

/** The order of a check of a card; the customer enters it, and agrees that it is kept if it is for a customer. */
export const orderOfCheck = (method: PaymentMethod, isForCustomer: boolean): OrderFacts => ({
  channel: channelOfKept(method),
  stored_credential:
    isForCustomer && method.payment_method_type === 'card'
      ? { initiator: 'customer', scheduled: false, first: true }
      : null,
  billing: method.billing_details,
})

const channelAt = (mode: Payment['entry_mode']): Channel => (mode === 'keyed' ? 'typed' : 'terminal')

const channelOf = (method: PaymentMethod, { entry_mode, card_present }: Payment): Channel =>
  card_present ? channelAt(entry_mode) : channelOfKept(method)

/** A card that a terminal read earlier is not present now: the merchant takes the order as by telephone. */
const channelOfKept = (method: PaymentMethod): Channel =>
  readByTerminal(method) === null ? 'e_commerce' : 'telephone'

function hasCode(source: PaymentSource): boolean {
  if (source.kind === 'bank') return false
  return (source.kind === 'card' ? source.card : source.check)?.cvv !== undefined
}
