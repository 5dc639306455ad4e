import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import type { Cents } from '../../src-shared/money.ts'
import { sessionSurcharge } from '../surcharge/session-surcharge.ts'
import type { SessionDocument } from './documents.ts'
import { amountsOf } from './follow-intent.ts'

/** What a payment method is charged on the page, including the surcharge. */
export interface Due {
  readonly amount: Cents
  readonly surcharge_amount: Cents
}

/** Returns the postal code; blanks do not count as one. */
export const knownPostalCode = (
  billing: { readonly postal_code?: string | undefined } | undefined,
): string | undefined => billing?.postal_code?.trim() || undefined

/**
 * Returns what is due. Without a postal code the law that applies is unknown, so there is no surcharge; the page asks
 * for the code (`billing` of its view).
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
