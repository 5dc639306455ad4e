import type { CreateTokenBody } from '../../src-shared/api/schemas/token.ts'
import { isMonthOver } from '../../src-shared/payments/card-expiry.ts'
import { passesLuhn } from '../../src-shared/payments/luhn.ts'
import { isRoutingNumber } from '../../src-shared/payments/routing-number.ts'
import { assertNever } from '../../src-shared/result.ts'
import type { WordKey } from '../i18n/words.ts'
import { brandOf, digitsIn } from './card-number.ts'
import { readExpiry } from './expiry.ts'

/** The details that a page collects, in the service's form; the secret is sent beside them. */
export type PaymentDetails = Omit<CreateTokenBody, 'client_secret'>
export type MethodType = CreateTokenBody['payment_method_type']

/** A field, by the service's name for it in an error (`param`). */
export type FieldName =
  | 'card.number'
  | 'card.expiry'
  | 'card.cvv'
  | 'billing_details.postal_code'
  | 'bank.account_holder'
  | 'bank.routing_number'
  | 'bank.institution_number'
  | 'bank.transit_number'
  | 'bank.account_number'
  | 'bank.account_type'

/** The typed text by field, kept in the page's memory only. */
export type Typed = Readonly<Partial<Record<FieldName, string>>>

/** An error in a field, as a text for the payer. */
export interface FieldProblem {
  readonly key: WordKey
  readonly digits?: number
}
export type FieldProblems = Readonly<Partial<Record<FieldName, FieldProblem>>>

export interface DetailsRules {
  readonly type: MethodType
  readonly postalCode: 'required' | 'optional'
  readonly now: Date
}

/** The fields of a form, in their order. */
export function fieldsOf(type: MethodType): readonly FieldName[] {
  switch (type) {
    case 'card':
      return ['card.number', 'card.expiry', 'card.cvv', 'billing_details.postal_code']
    case 'bank':
      return ['bank.account_holder', 'bank.routing_number', 'bank.account_number', 'bank.account_type']
    case 'ca_bank':
      return [
        'bank.account_holder',
        'bank.institution_number',
        'bank.transit_number',
        'bank.account_number',
        'bank.account_type',
      ]
    default:
      return assertNever(type)
  }
}

/** The errors to correct before anything is sent. */
export function problemsIn(typed: Typed, rules: DetailsRules): FieldProblems {
  const found = fieldsOf(rules.type).flatMap((name) => {
    const problem = problemOf(name, (typed[name] ?? '').trim(), typed, rules)
    return problem === null ? [] : [[name, problem] as const]
  })
  return Object.fromEntries(found)
}

const required: FieldProblem = { key: 'problem.required' }

function problemOf(name: FieldName, text: string, typed: Typed, rules: DetailsRules): FieldProblem | null {
  if (name === 'billing_details.postal_code') return postalCodeProblem(text, rules)
  if (text === '') return required
  const digits = digitsIn(text)
  switch (name) {
    case 'card.number':
      if (passesLuhn(digits)) return null
      return { key: digits.length < 14 ? 'problem.numberShort' : 'problem.number' }
    case 'card.expiry': {
      const expiry = readExpiry(text)
      if (expiry === null) return { key: 'problem.expiry' }
      return isMonthOver(expiry, rules.now.getTime()) ? { key: 'problem.expired' } : null
    }
    case 'card.cvv': {
      const wanted = brandOf(digitsIn(typed['card.number'] ?? ''))?.cvvDigits ?? 3
      return digits.length === wanted ? null : { key: 'problem.cvv', digits: wanted }
    }
    case 'bank.routing_number':
      return isRoutingNumber(digits) ? null : { key: 'problem.routing' }
    case 'bank.institution_number':
      return digits.length === 3 ? null : { key: 'problem.digits', digits: 3 }
    case 'bank.transit_number':
      return digits.length === 5 ? null : { key: 'problem.digits', digits: 5 }
    case 'bank.account_number':
      return accountProblem(digits, rules.type)
    case 'bank.account_holder':
    case 'bank.account_type':
      return null
    default:
      return assertNever(name)
  }
}

/** A postal code of the US, Canada or another country; the service stores ten characters. */
function postalCodeProblem(text: string, { postalCode }: DetailsRules): FieldProblem | null {
  if (text === '') return postalCode === 'required' ? required : null
  return /^[A-Za-z0-9][A-Za-z0-9 -]{1,9}$/.test(text) ? null : { key: 'problem.postalCode' }
}

function accountProblem({ length }: string, type: MethodType): FieldProblem | null {
  if (type === 'ca_bank') return length >= 7 && length <= 12 ? null : { key: 'problem.accountCa' }
  return length >= 4 && length <= 17 ? null : { key: 'problem.accountUs' }
}

/** Builds the request from fields without errors. */
export function detailsOf(typed: Typed, type: MethodType): PaymentDetails {
  const digits = (name: FieldName) => digitsIn(typed[name] ?? '')
  const postalCode = typed['billing_details.postal_code']?.trim() ?? ''
  const billing = postalCode === '' ? {} : { billing_details: { postal_code: postalCode } }
  if (type === 'card') {
    const expiry = readExpiry(typed['card.expiry'] ?? '')
    return {
      payment_method_type: type,
      card: {
        number: digits('card.number'),
        exp_month: expiry?.month ?? '',
        exp_year: expiry?.year ?? '',
        cvv: digits('card.cvv'),
      },
      ...billing,
    }
  }
  return {
    payment_method_type: type,
    bank: {
      account_number: digits('bank.account_number'),
      account_type: typed['bank.account_type'] === 'savings' ? 'savings' : 'checking',
      account_holder: (typed['bank.account_holder'] ?? '').trim(),
      ...(type === 'bank'
        ? { routing_number: digits('bank.routing_number') }
        : {
            institution_number: digits('bank.institution_number'),
            transit_number: digits('bank.transit_number'),
          }),
    },
  }
}

/** The field that an error of the service concerns; null if it is not in the form. */
export function fieldOfParam(param: string | null | undefined): FieldName | null {
  if (param === null || param === undefined) return null
  if (param === 'card.exp_month' || param === 'card.exp_year') return 'card.expiry'
  const names: readonly FieldName[] = [...fieldsOf('card'), ...fieldsOf('bank'), ...fieldsOf('ca_bank')]
  return names.find((name) => name === param) ?? null
}
