import { type ParameterError, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { CreateTokenBody } from '../../src-shared/api/schemas/token.ts'
import { passesLuhn } from '../../src-shared/payments/luhn.ts'
import { isRoutingNumber } from '../../src-shared/payments/routing-number.ts'
import { assertNever } from '../../src-shared/result.ts'
import { brandOf } from '../authorize/card-brand.ts'
import { isExpired } from '../processor/card-rules.ts'

/** The body of a token without the client secret. */
export type MethodDetails = Omit<CreateTokenBody, 'client_secret'>

type Card = NonNullable<CreateTokenBody['card']>
type Bank = NonNullable<CreateTokenBody['bank']>

/**
 * Checks what a schema cannot check in card and bank details: check digits, expiry, and which fields go together. Every
 * problem names its field; no message quotes the input.
 * @returns null if there is no problem. @param now ms
 */
export function refuseToken(body: MethodDetails, now: number): ServiceError | null {
  const problems = problemsOf(body, now)
  const [first] = problems
  if (first === undefined) return null
  return serviceError(
    first.code === 'parameter_missing' ? 'parameter_missing' : 'parameter_invalid',
    first.message,
    { param: first.param, ...(problems.length > 1 ? { errors: problems } : {}) },
  )
}

function problemsOf({ payment_method_type: type, card, bank }: MethodDetails, now: number) {
  switch (type) {
    case 'card':
      if (bank !== undefined) return [invalid('bank', 'bank cannot be sent with payment_method_type card.')]
      return card === undefined ? [missing('card', type)] : cardProblems(card, now)
    case 'bank':
    case 'ca_bank':
      if (card !== undefined)
        return [invalid('card', `card cannot be sent with payment_method_type ${type}.`)]
      if (bank === undefined) return [missing('bank', type)]
      return type === 'bank' ? usProblems(bank) : canadianProblems(bank)
    default:
      return assertNever(type)
  }
}

function cardProblems(card: Card, now: number): ParameterError[] {
  const digits = securityCodeLength(brandOf(card.number))
  return [
    ...(passesLuhn(card.number)
      ? []
      : [invalid('card.number', 'card.number is not a card number: its check digit is wrong.')]),
    ...(isExpired(card, now)
      ? [
          invalid(
            yearIsOver(card, now) ? 'card.exp_year' : 'card.exp_month',
            'The card has expired. Use another card.',
          ),
        ]
      : []),
    ...(card.cvv !== undefined && card.cvv.length !== digits
      ? [invalid('card.cvv', `card.cvv must have ${digits} digits for this card.`)]
      : []),
  ]
}

/** Amex prints four digits on the front, all others three on the back. */
export const securityCodeLength = (brand: string): number => (brand === 'Amex' ? 4 : 3)

const yearIsOver = ({ exp_year }: Card, now: number): boolean =>
  Number(exp_year) < new Date(now).getUTCFullYear()

function usProblems(bank: Bank): ParameterError[] {
  const { routing_number: routing } = bank
  return [
    ...foreign(bank, ['transit_number', 'institution_number'], 'bank'),
    ...(routing === undefined ? [missing('bank.routing_number', 'bank')] : []),
    ...(routing !== undefined && !isRoutingNumber(routing)
      ? [
          invalid(
            'bank.routing_number',
            'bank.routing_number is not a routing number: its check digit is wrong.',
          ),
        ]
      : []),
  ]
}

function canadianProblems(bank: Bank): ParameterError[] {
  const needed = ['transit_number', 'institution_number'] as const
  return [
    ...foreign(bank, ['routing_number'], 'ca_bank'),
    ...needed.flatMap((name) => (bank[name] === undefined ? [missing(`bank.${name}`, 'ca_bank')] : [])),
    ...(bank.account_number.length < 7 || bank.account_number.length > 12
      ? [
          invalid(
            'bank.account_number',
            'bank.account_number must have 7 to 12 digits for a Canadian account.',
          ),
        ]
      : []),
  ]
}

const foreign = (bank: Bank, names: readonly (keyof Bank)[], type: string): ParameterError[] =>
  names
    .filter((name) => bank[name] !== undefined)
    .map((name) => invalid(`bank.${name}`, `bank.${name} cannot be sent with payment_method_type ${type}.`))

const invalid = (param: string, message: string): ParameterError => ({
  param,
  code: 'parameter_invalid',
  message,
})
const missing = (param: string, type: string): ParameterError => ({
  param,
  code: 'parameter_missing',
  message: `${param} is required with payment_method_type ${type}.`,
})
