import type { PaymentSource } from '../payment-source.ts'
import type { Verification } from '../processor.ts'
import { returnMessageOf } from '../return-codes.ts'
import { factsOf, type SourceFacts } from './kept-sources.ts'
import { outcomeOf } from './outcome.ts'
import { acceptedText, approvedCode, approvedText, meaningOf, retryableOf } from './response-codes.ts'

/**
 * Returns the answer of either sandbox bank to a check for a zero amount, by the tables of docs/sandbox.md. Nothing is
 * stored.
 * @param now ms; decides whether a card has expired
 */
export function verifySource(source: PaymentSource, now: number): Verification {
  const facts = factsOf(source)
  return facts?.kind === 'bank' ? accountAnswer(facts) : cardAnswer(source, now)
}

/** A card behaves as in a payment. */
function cardAnswer(source: PaymentSource, now: number): Verification {
  const outcome = outcomeOf({ source, amount: 0, entry_mode: 'keyed', auth_code: null }, now)
  const { code: response_code, avs, cvv, funding } = outcome
  // Only the issuer could answer, and it is not reached.
  if (outcome.unknownForMs > 0 || outcome.offline) return { outcome: 'unknown' }
  if (response_code === approvedCode) {
    return { outcome: 'verified', response_code, response_text: approvedText, funding, avs, cvv }
  }
  const { category, text: response_text } = meaningOf(response_code)
  const retryable = retryableOf(category)
  return { outcome: 'declined', response_code, response_text, category, retryable, funding, avs, cvv }
}

/** Return codes that mean that there is no account to debit, in the US and in Canada. */
const noAccountCodes: ReadonlySet<string> = new Set([
  ...['R02', 'R03', 'R04', 'R13', 'R16', 'R20'],
  ...['902', '905', '907', '912', '914'],
])

/** An account is valid unless its bank would report that there is none to debit. The balance is not checked. */
function accountAnswer({ fate }: Extract<SourceFacts, { kind: 'bank' }>): Verification {
  if (fate.kind === 'pending') return { outcome: 'unknown' }
  const unchecked = { funding: 'unknown', avs: null, cvv: null } as const
  if (fate.kind === 'clears' || !noAccountCodes.has(fate.code)) {
    return { outcome: 'verified', response_code: approvedCode, response_text: acceptedText, ...unchecked }
  }
  const category = 'invalid_account'
  return {
    outcome: 'declined',
    response_code: fate.code,
    response_text: returnMessageOf(fate.code),
    category,
    retryable: retryableOf(category),
    ...unchecked,
  }
}
