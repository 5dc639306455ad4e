import { isPostalCode, regionCodeOf } from '../../../src-shared/boarding/postal-address.ts'
import type { Language } from '../../../src-shared/language.ts'
import { isRoutingNumber } from '../../../src-shared/payments/routing-number.ts'
import { assertNever } from '../../../src-shared/result.ts'
import type { WordKey } from '../words.ts'
import { misfitOf, type Rule } from './check-value.ts'
import type { Field } from './field.ts'

/** An error in a field, as a text for the applicant. */
export interface FieldProblem {
  readonly key: WordKey
  readonly values?: Readonly<Record<string, string | number>>
}

/** What is sent for a typed text; `keep` leaves the service's value unchanged. */
export type Sent =
  | { readonly is: 'value'; readonly value: unknown }
  | { readonly is: 'keep' }
  | { readonly is: 'wrong'; readonly problem: FieldProblem }

const wrong = (key: WordKey, values?: FieldProblem['values']): Sent => ({
  is: 'wrong',
  problem: values === undefined ? { key } : { key, values },
})

/**
 * @param rule the API schema's rule for this field
 * @param known the service's value of this field
 * @param today as YYYY-MM-DD
 */
export function sentOf(field: Field, text: string, rule: Rule, known: unknown, today: string): Sent {
  const trimmed = text.trim()
  if (trimmed === '' && field.kind !== 'check') {
    if (misfitOf(rule, '') === null) return { is: 'value', value: '' }
    // A stored value cannot be removed, only changed. Values in the vault are not shown, and stay.
    return known === undefined || field.confidential === true
      ? { is: 'keep' }
      : wrong('problem.cannotBeEmpty')
  }
  const value = wireValueOf(field, trimmed)
  if (value === null) return wrong(...problemOfKind(field))
  const misfit = misfitOf(rule, value)
  if (misfit === 'too_long') return wrong('problem.tooLong', { most: rule.maxLength ?? 0 })
  if (misfit === 'refused') return wrong(...problemOfKind(field))
  if (field.path.endsWith('routing_number') && !isRoutingNumber(trimmed)) return wrong('problem.routing')
  // Dates of birth and of founding cannot be in the future.
  if (field.kind === 'date' && trimmed > today) return wrong('problem.future')
  return { is: 'value', value }
}

/** @returns null if the text is not of the field's kind */
function wireValueOf({ kind }: Field, text: string): unknown {
  switch (kind) {
    case 'money':
      return centsIn(text)
    case 'percent': {
      const digits = text.replace(/\s*%$/, '')
      return /^\d{1,3}$/.test(digits) && Number(digits) <= 100 ? Number(digits) : null
    }
    case 'state':
      return regionCodeOf(text)
    case 'zip':
      return isPostalCode(text) ? text.toUpperCase() : null
    case 'check':
      return text === 'true'
    case 'digits':
      return text.replace(/[\s-]/g, '')
    case 'date':
    case 'text':
    case 'email':
    case 'tel':
    case 'url':
    case 'select':
    case 'choice':
      return text
    default:
      return assertNever(kind)
  }
}

function problemOfKind({ kind, path, most }: Field): readonly [WordKey, FieldProblem['values']?] {
  switch (kind) {
    case 'email':
      return ['problem.email']
    case 'money':
      return ['problem.money']
    case 'percent':
      return ['problem.percent']
    case 'state':
      return ['problem.state']
    case 'zip':
      return ['problem.zip']
    case 'date':
      return ['problem.date']
    case 'digits':
      return path.endsWith('account_number') ? ['problem.account'] : ['problem.digits', { digits: most ?? 0 }]
    default:
      return ['problem.refused']
  }
}

/** The last point or comma separates dollars and cents if one or two digits follow it; others group thousands. */
export function centsIn(text: string): number | null {
  const bare = text.replace(/[\s$]|\u00a0|\u202f/g, '')
  const [, whole = '', cents = ''] = /^(\d[\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(bare) ?? []
  if (whole === '' || /[.,]$|[.,](?!\d{3}(?:[.,]|$))/.test(whole)) return null
  return Number(whole.replace(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0'))
}

/** Text of a field for the service's value. A masked value is shown beside the field, not in it. */
export function textOfValue({ kind, confidential }: Field, value: unknown, language: Language): string {
  if (value === undefined || value === null || confidential === true) return ''
  if (kind !== 'money') return String(value)
  const dollars = Math.floor(Number(value) / 100)
  const cents = Number(value) % 100
  if (cents === 0) return String(dollars)
  return `${dollars}${language === 'fr' ? ',' : '.'}${String(cents).padStart(2, '0')}`
}

/** Mask of a value in the vault; null if there is none. */
export const maskOf = ({ confidential }: Field, value: unknown): string | null =>
  confidential === true && typeof value === 'string' && value.includes('*')
    ? value.replaceAll('*', '•')
    : null

/** The error for a field that the service refused. A state or postal code may not match the country. */
export function refusedProblem(field: Field | null): FieldProblem {
  if (field?.kind === 'state') return { key: 'problem.stateOfCountry' }
  return { key: field?.kind === 'zip' ? 'problem.zipOfCountry' : 'problem.refused' }
}
