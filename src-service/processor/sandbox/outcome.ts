import type { Cents } from '../../../src-shared/money.ts'
import { assertNever } from '../../../src-shared/result.ts'
import type { CardData } from '../../../src-shared/terminal/card-encryption.ts'
import { isExpired, passesLuhn } from '../card-rules.ts'
import type { AuthorizeRequest, BankData } from '../processor.ts'
import { approvedCode } from './response-codes.ts'

/** What the sandbox decides of an authorization, by the tables of docs/sandbox.md. */
export interface SandboxOutcome {
  /** 000 approves, every other code declines. */
  readonly code: string
  /** 0 when declined; below the amount on a partial approval. */
  readonly amountAuthorized: Cents
  /** How long the outcome is unknown, ms; 0: the answer comes at once. */
  readonly unknownForMs: number
  readonly avs: string | null
  readonly cvv: string | null
  readonly rail: 'card' | BankData['rail']
  /** What a bank will send an accepted debit back with; null when it will not. */
  readonly returnCode: string | null
}

const declinedCards: Readonly<Record<string, string>> = {
  '4000000000000002': '100',
  '4000000000009995': '116',
  '4000000000009987': '208',
  '4000000000009979': '209',
  '4000000000000069': '101',
  '4000000000000127': '122',
  '4000000000006975': '123',
}
const unknownCard = '4000000000000119'
const cardUnknownForMs = 30_000
const partialCard = '4111111111111111'
const partialApproval: Cents = 500_000

/** @param now ms, by which the card's expiry is judged. */
export function outcomeOf(request: AuthorizeRequest, now: number): SandboxOutcome {
  const { source } = request
  switch (source.kind) {
    case 'card':
      return cardOutcome(request, source.card, now)
    case 'bank':
      return bankOutcome(request.amount, source.bank)
    default:
      return assertNever(source)
  }
}

/** Every debit is accepted; an account that ends in 2 sends it back before it is settled. */
const bankOutcome = (amount: Cents, { rail, account_number }: BankData): SandboxOutcome => ({
  code: approvedCode,
  amountAuthorized: amount,
  unknownForMs: 0,
  avs: null,
  cvv: null,
  rail,
  returnCode: account_number.endsWith('2') ? returnCodes[rail] : null,
})

/** Not sufficient funds, as each network numbers it (Nacha, Payments Canada). */
const returnCodes: Readonly<Record<BankData['rail'], string>> = { us_bank_ach: 'R01', ca_bank_eft: '901' }

function cardOutcome(request: AuthorizeRequest, card: CardData, now: number): SandboxOutcome {
  const { amount } = request
  const answer = {
    unknownForMs: 0,
    avs: avsOf(card.postal_code),
    cvv: cvvOf(card.cvv),
    rail: 'card',
    returnCode: null,
  } as const
  const decline = (code: string): SandboxOutcome => ({ ...answer, code, amountAuthorized: 0 })
  const approve = (amountAuthorized: Cents): SandboxOutcome => ({
    ...answer,
    code: approvedCode,
    amountAuthorized,
  })

  if (!passesLuhn(card.number)) return decline('111')
  if (isExpired(card, now)) return decline('101')
  const declined = declinedCards[card.number]
  if (declined !== undefined) return decline(declined)
  if (card.number === unknownCard) return { ...approve(amount), unknownForMs: cardUnknownForMs }
  // The issuer approved it by telephone already (a voice authorization).
  if (request.auth_code !== null) return approve(amount)
  const code = codeOfAmount(amount)
  if (code !== null) return decline(code)
  if (card.number === partialCard && isWholeDollars(amount, 600_000, 699_900)) return approve(partialApproval)
  return approve(amount)
}

const isWholeDollars = (amount: Cents, from: Cents, to: Cents): boolean =>
  amount >= from && amount <= to && amount % 100 === 0

/** $1,001 to $1,999 in whole dollars answer with their last three dollar digits. */
const codeOfAmount = (amount: Cents): string | null =>
  isWholeDollars(amount, 100_100, 199_900) ? String(amount / 100).slice(-3) : null

function avsOf(postalCode: string | undefined): string | null {
  if (postalCode === undefined || postalCode === '') return null
  switch (postalCode.at(-1)) {
    case '1':
      return 'A'
    case '2':
      return 'Z'
    case '3':
      return 'N'
    default:
      return 'Y'
  }
}

function cvvOf(cvv: string | undefined): string | null {
  if (cvv === undefined) return null
  return cvv === '000' ? 'N' : 'M'
}
