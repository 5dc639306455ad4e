import type { Cents } from '../../../src-shared/money.ts'
import { isExpired } from '../card-rules.ts'
import type { Funding } from '../decision.ts'
import type { BankData } from '../payment-source.ts'
import type { AuthorizeRequest } from '../processor.ts'
import { cardCheckOf, factsOf, type SourceFacts } from './kept-sources.ts'
import { approvedCode } from './response-codes.ts'
import type { TestCard } from './test-cards.ts'
import { avsOf, cvvOf } from './verification.ts'

/** The sandbox's decision about an authorization, by the tables of docs/sandbox.md. */
export interface SandboxOutcome {
  /** 000 means approved, every other code declined. */
  readonly code: string
  /** 0 when declined; below the amount on a partial approval. */
  readonly amountAuthorized: Cents
  /** How long the outcome is unknown, in ms; 0: answered at once. */
  readonly unknownForMs: number
  readonly avs: string | null
  readonly cvv: string | null
  readonly rail: 'card' | BankData['rail']
  readonly funding: Funding
  /** Whether it was decided without the issuer (stand-in). */
  readonly offline: boolean
  /** The code with which a bank will return an accepted debit; null when it will not. */
  readonly returnCode: string | null
  /** Whether the debit stays pending for ever. */
  readonly neverClears: boolean
}

const partialApproval: Cents = 500_000

/** The parts of a request that determine the decision. */
type Asked = Pick<AuthorizeRequest, 'source' | 'amount' | 'entry_mode' | 'auth_code'>

/** @param now ms; decides whether the card has expired. */
export function outcomeOf(request: Asked, now: number): SandboxOutcome {
  const facts = factsOf(request.source)
  if (facts === null) {
    return { ...atOnce, code: '118', amountAuthorized: 0, avs: null, cvv: null, rail: 'card' }
  }
  return facts.kind === 'bank' ? bankOutcome(request.amount, facts) : cardOutcome(request, facts, now)
}

/** Accepts every debit; its final outcome is fixed here, and reported to the settlement. */
function bankOutcome(amount: Cents, { rail, fate }: Extract<SourceFacts, { kind: 'bank' }>): SandboxOutcome {
  return {
    ...atOnce,
    code: approvedCode,
    amountAuthorized: amount,
    avs: null,
    cvv: null,
    rail,
    returnCode: fate.kind === 'returned' ? fate.code : null,
    neverClears: fate.kind === 'pending',
  }
}

const atOnce = {
  unknownForMs: 0,
  funding: 'unknown',
  offline: false,
  returnCode: null,
  neverClears: false,
} as const

function cardOutcome(
  request: Asked,
  { valid, behaviour: known, funding }: Extract<SourceFacts, { kind: 'card' }>,
  now: number,
): SandboxOutcome {
  const { amount } = request
  const card = cardCheckOf(request.source)
  const offline = known.offline === true
  const answer = {
    returnCode: null,
    neverClears: false,
    unknownForMs: known.unknownForMs ?? 0,
    offline,
    funding,
    // Only the issuer can verify them.
    avs: offline ? null : avsOf(card?.postal_code),
    cvv: offline ? null : cvvOf(card?.cvv),
    rail: 'card',
  } as const
  const decline = (code: string): SandboxOutcome => ({ code, amountAuthorized: 0, ...answer })
  const approve = (amountAuthorized: Cents): SandboxOutcome => ({
    code: approvedCode,
    amountAuthorized,
    ...answer,
  })

  if (!valid) return decline('111')
  // Detected at once, whatever the card's behaviour.
  if (card !== null && isExpired(card, now)) return { ...decline('101'), unknownForMs: 0 }
  if (known.code !== undefined) return decline(known.code)
  const softCode = softDeclineOf(request, known.wants)
  if (softCode !== null) return decline(softCode)
  if (known.balance !== undefined) return approve(Math.min(amount, known.balance))
  // The amount rules would require the issuer.
  if (offline || answer.unknownForMs > 0) return approve(amount)
  // Already approved by the issuer by telephone (a voice authorization).
  if (request.auth_code !== null) return approve(amount)
  const code = codeOfAmount(amount)
  if (code !== null) return decline(code)
  if (known.partial === true && isWholeDollars(amount, 600_000, 699_900)) return approve(partialApproval)
  return approve(amount)
}

/** Returns the code of a soft decline; the same card is approved once it is read as its bank requires. */
function softDeclineOf({ entry_mode, source }: Asked, wants: TestCard['wants']): string | null {
  if (wants === 'chip' && entry_mode !== 'EMVContact') return '165'
  if (wants === 'pin' && (source.kind !== 'card' || source.card.pin === undefined)) return '112'
  return null
}

const isWholeDollars = (amount: Cents, from: Cents, to: Cents): boolean =>
  amount >= from && amount <= to && amount % 100 === 0

/** Amounts from $1,001 to $1,999 in whole dollars decline with the code of their last three dollar digits. */
const codeOfAmount = (amount: Cents): string | null =>
  isWholeDollars(amount, 100_100, 199_900) ? String(amount / 100).slice(-3) : null
