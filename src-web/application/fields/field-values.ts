import { isPostalCode, regionCodeOf } from '../../../src-shared/boarding/postal-address.ts'
import type { Language } from '../../../src-shared/language.ts'
import { isRoutingNumber } from '../../../src-shared/payments/routing-number.ts'
import { assertNever } from '../../../src-shared/result.ts'
import type { WordKey } from '../words.ts'
import { misfitOf, type Rule } from './check-value.ts'
import type { Field } from './field.ts'

/** What is wrong with a field, in words for the applicant. */
export interface FieldProblem {
  readonly key: WordKey
  readonly values?: Readonly<Record<string, string | number>>
}

/** What a text is sent as; `keep` leaves what the service has. */
export type Sent =
  | { readonly is: 'value'; readonly value: unknown }
  | { readonly is: 'keep' }
  | { readonly is: 'wrong'; readonly problem: FieldProblem }

const wrong = (key: WordKey, values?: FieldProblem['values']): Sent => ({
  is: 'wrong',
  problem: values === undefined ? { key } : { key, values },
})

/**
 * @param rule what the schema of the API allows at this place
 * @param known what the service has there
 * @param today as YYYY-MM-DD
 */
export function sentOf(field: Field, text: string, rule: Rule, known: unknown, today: string): Sent {
  const trimmed = text.trim()
  if (trimmed === '' && field.kind !== 'check') {
    if (misfitOf(rule, '') === null) return { is: 'value', value: '' }
    // What was there once cannot be taken out, only changed; what the vault has is not shown, and stays.
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
  // Nobody is born, and no business begun, on a day that has yet to come.
  if (field.kind === 'date' && trimmed > today) return wrong('problem.future')
  return { is: 'value', value }
}

/** @returns null for what is none of its kind */
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

/** The last point or comma parts dollars from cents where one or two digits follow it; others group thousands. */
export function centsIn(text: string): number | null {
  const bare = text.replace(/[\s$]|\u00a0|\u202f/g, '')
  const [, whole = '', cents = ''] = /^(\d[\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(bare) ?? []
  if (whole === '' || /[.,]$|[.,](?!\d{3}(?:[.,]|$))/.test(whole)) return null
  return Number(whole.replace(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0'))
}

/** What a field shows of what the service has. What it masks is shown beside the field, not in it. */
export function textOfValue({ kind, confidential }: Field, value: unknown, language: Language): string {
  if (value === undefined || value === null || confidential === true) return ''
  if (kind !== 'money') return String(value)
  const dollars = Math.floor(Number(value) / 100)
  const cents = Number(value) % 100
  if (cents === 0) return String(dollars)
  return `${dollars}${language === 'fr' ? ',' : '.'}${String(cents).padStart(2, '0')}`
}

/** The mask of what the vault has; null where it has nothing. */
export const maskOf = ({ confidential }: Field, value: unknown): string | null =>
  confidential === true && typeof value === 'string' && value.includes('*')
    ? value.replaceAll('*', '•')
    : null

/** What is wrong with a field that the service has refused: of a state and a postal code, the country may differ. */
export function refusedProblem(field: Field | null): FieldProblem {
  if (field?.kind === 'state') return { key: 'problem.stateOfCountry' }
  return { key: field?.kind === 'zip' ? 'problem.zipOfCountry' : 'problem.refused' }
}
