import { randomBytes } from 'node:crypto'
import { passesLuhn } from '../../../src-shared/payments/luhn.ts'
import { fundingOf } from '../card-funding.ts'
import type { Funding } from '../decision.ts'
import type { BankData, HeldSource, PaymentSource } from '../payment-source.ts'
import type { Kept } from '../processor.ts'
import { type DebitFate, fateOf } from './bank-returns.ts'
import { type TestCard, testCards } from './test-cards.ts'

/** The facts by which either sandbox bank decides: how a card or account behaves, nothing that identifies it. */
export type SourceFacts =
  | {
      readonly kind: 'card'
      readonly valid: boolean
      readonly behaviour: TestCard
      readonly funding: Funding
    }
  | { readonly kind: 'bank'; readonly rail: BankData['rail']; readonly fate: DebitFate }

function factsOfHeld(source: HeldSource): SourceFacts {
  if (source.kind === 'bank') {
    return { kind: 'bank', rail: source.bank.rail, fate: fateOf(source.bank) }
  }
  const { number } = source.card
  return {
    kind: 'card',
    valid: passesLuhn(number),
    behaviour: testCards[number] ?? {},
    funding: fundingOf(number),
  }
}

const prefixes = { token: 'stk_', profile: 'spr_' } as const

/**
 * Returns the bank's reference to a card or account. It contains the facts, so that the bank need not store the card;
 * each is unique.
 */
function nameFor(facts: SourceFacts, kind: keyof typeof prefixes): string {
  const text = JSON.stringify({ nonce: randomBytes(9).toString('base64url'), facts })
  return prefixes[kind] + Buffer.from(text).toString('base64url')
}

/** @param customerId null if the bank stores no profile */
export function keepSource(
  source: HeldSource,
  customerId: string | null,
): Kept & { readonly outcome: 'kept' } {
  const facts = factsOfHeld(source)
  return {
    outcome: 'kept',
    token: nameFor(facts, 'token'),
    profile: customerId === null ? null : nameFor(facts, 'profile'),
    funding: facts.kind === 'card' ? facts.funding : 'unknown',
  }
}

/** @returns null for a token or profile that this bank has not issued. */
export function factsOf(source: PaymentSource): SourceFacts | null {
  if (source.kind === 'card' || source.kind === 'bank') return factsOfHeld(source)
  const prefix = prefixes[source.kind]
  if (!source.id.startsWith(prefix)) return null
  try {
    const text = Buffer.from(source.id.slice(prefix.length), 'base64url').toString()
    return (JSON.parse(text) as { readonly facts: SourceFacts }).facts
  } catch {
    return null
  }
}

/** Returns the data sent for verification with each payment, whether as a card or a reference. */
export function cardCheckOf(source: PaymentSource) {
  return source.kind === 'card' ? source.card : source.kind === 'bank' ? null : source.check
}
