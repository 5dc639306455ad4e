import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import type { Cents } from '../../src-shared/money.ts'
import { sessionSurcharge } from '../surcharge/session-surcharge.ts'
import type { SessionDocument } from './documents.ts'
import { amountsOf } from './follow-intent.ts'

/** What a method is charged on the page, the surcharge included. */
export interface Due {
  readonly amount: Cents
  readonly surcharge_amount: Cents
}

/** Blanks are no postal code. */
export const knownPostalCode = (
  billing: { readonly postal_code?: string | undefined } | undefined,
): string | undefined => billing?.postal_code?.trim() || undefined

/**
 * Without a postal code nobody knows what the law there says, so there is no surcharge: the page asks for it
 * (`billing` of its view).
 */
export function dueFor(session: SessionDocument, { card, billing_details }: PaymentMethod): Due {
  const { amount, surcharge_amount } = amountsOf(session)
  const postalCode = knownPostalCode(billing_details)
  const added =
    card === null || postalCode === undefined
      ? 0
      : sessionSurcharge(session.surcharge, { funding: card.funding, postalCode, amount })
  return { amount: amount + added, surcharge_amount: surcharge_amount + added }
}
