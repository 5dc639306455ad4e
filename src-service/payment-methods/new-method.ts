import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { cardSummary } from '../authorize/card-brand.ts'
import { newSingleUseCard } from '../intents/documents.ts'
import type { Funding } from '../processor/decision.ts'
import type { BankData, HeldSource } from '../processor/payment-source.ts'
import type { MethodDetails } from './token-rules.ts'

/** Returns the card or account of a token. @throws when the token violates token-rules.ts. */
export function sourceOf({ card, bank, billing_details }: MethodDetails): HeldSource {
  if (card !== undefined) {
    const { number, exp_month, exp_year } = card
    const name = billing_details?.name?.slice(0, 100)
    return {
      kind: 'card',
      card: { number, exp_month, exp_year, ...(name === undefined ? {} : { name }) },
    }
  }
  if (bank === undefined) throw new Error('a token has a card or a bank account')
  const { account_number, account_type, account_holder, routing_number } = bank
  const account = { account_number, account_type, account_holder }
  if (routing_number !== undefined) {
    return { kind: 'bank', bank: { ...account, rail: 'us_bank_ach', routing_number } }
  }
  const { transit_number, institution_number } = bank
  if (transit_number === undefined || institution_number === undefined) {
    throw new Error('a bank account has a routing number, or a transit and an institution number')
  }
  return { kind: 'bank', bank: { ...account, rail: 'ca_bank_eft', transit_number, institution_number } }
}

type Basis = Pick<
  PaymentMethod,
  | 'id'
  | 'account_id'
  | 'payment_intent_id'
  | 'payment_method_intent_id'
  | 'checkout_session_id'
  | 'source_type'
  | 'billing_details'
  | 'created_at'
>

/** Makes a payment method for one payment, unless it is attached to a customer. @param funding by the processor */
export function newTokenMethod(
  basis: Basis,
  source: HeldSource,
  funding: Funding = 'unknown',
): PaymentMethod {
  if (source.kind === 'card') {
    const card = { ...cardSummary(source.card, funding), reuse_eligible: true }
    return newSingleUseCard({ ...basis, card })
  }
  return {
    ...newSingleUseCard({ ...basis, card: null }),
    payment_method_type: source.bank.rail === 'us_bank_ach' ? 'bank' : 'ca_bank',
    bank: bankSummary(source.bank),
  }
}

/** Section 2.4: the public fields of a bank account. */
const bankSummary = (bank: BankData): NonNullable<PaymentMethod['bank']> => ({
  account_holder: bank.account_holder,
  account_type: bank.account_type,
  last_four_digits: bank.account_number.slice(-4),
  routing_number: bank.rail === 'us_bank_ach' ? bank.routing_number : null,
  transit_number: bank.rail === 'ca_bank_eft' ? bank.transit_number : null,
  institution_number: bank.rail === 'ca_bank_eft' ? bank.institution_number : null,
})
