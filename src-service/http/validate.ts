import type { z } from 'zod'
import type { ErrorCode, ParameterError, ServiceError } from '../../src-shared/api/errors.ts'
import { passesLuhn } from '../../src-shared/payments/luhn.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { descriptionAt } from './field-schema.ts'
import { describeIssue } from './issue-text.ts'
import { similarField, similarValue } from './similar-field.ts'

type Family = 'plain' | 'terminal'

/** Error codes of a refused field: terminal operations have their own (section 4.4). */
const codes: Readonly<Record<Family, Readonly<Record<'missing' | 'invalid' | 'unknown', ErrorCode>>>> = {
  plain: { missing: 'parameter_missing', invalid: 'parameter_invalid', unknown: 'parameter_unknown' },
  terminal: {
    missing: 'terminal_parameter_missing',
    invalid: 'terminal_parameter_invalid',
    unknown: 'parameter_unknown',
  },
}

export const familyOf = (path: string): Family =>
  path.startsWith('/terminals/processor/') ? 'terminal' : 'plain'

/** The error code of a refused value, for the operation at this path. */
export const invalidCodeAt = (path: string): ErrorCode => codes[familyOf(path)].invalid

interface Problem {
  readonly param: string
  readonly code: ErrorCode
  readonly message: string
}

/** The field name in errors about a request as a whole. */
const wholeBody = 'body'

/** Checks one part of a request against its schema; the error names every problem with the path of its field. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  family: Family,
): Result<z.output<Schema>, ServiceError> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return ok(parsed.data)
  return err(refusalOf(parsed.error.issues, { schema, value, family }))
}

interface Checked {
  readonly schema: z.ZodType
  readonly value: unknown
  readonly family: Family
}

/** Maximum number of problems described; further ones are only counted: describing 100,000 would take a second. */
const mostShown = 100

/** Reports a field that fails several checks once, but each reason against the body as a whole. */
function refusalOf(issues: readonly z.core.$ZodIssue[], checked: Checked): ServiceError {
  const problems = new Map<string, Problem>()
  const counted = new Set<string>()
  for (const issue of issues) {
    for (const name of issue.code === 'unrecognized_keys' ? issue.keys : [null]) {
      const param = pathOf(issue, name)
      if (problems.has(param) || counted.has(param)) continue
      if (problems.size === mostShown) {
        counted.add(param)
        continue
      }
      const problem = problemOf(issue, name, checked)
      const key = param === wholeBody ? problem.message : param
      if (!problems.has(key)) problems.set(key, problem)
    }
  }
  const [first, ...more] = problems.values()
  if (first === undefined)
    return { code: 'parameter_invalid', message: 'The request does not match its schema.' }
  const others = more.length + counted.size
  if (others === 0) return first
  const message = `${first.message} ${others} more ${others === 1 ? 'field was' : 'fields were'} refused: see errors.`
  const errors: readonly ParameterError[] = [first, ...more]
  return { ...first, message, errors }
}

/** @param name of an unknown field; null when the issue is about the path itself */
const pathOf = ({ path }: z.core.$ZodIssue, name: string | null): string =>
  [...path.map(String), ...(name === null ? [] : [name])].map((part) => part || '""').join('.') || wholeBody

const longestParam = 100

/** Shortens a long field name from the client; a part is enough to find it. */
export const quotedParam = (param: string): string =>
  param.length <= longestParam ? param : `${param.slice(0, longestParam)}…`

function problemOf(
  issue: z.core.$ZodIssue,
  name: string | null,
  { schema, value, family }: Checked,
): Problem {
  const param = quotedParam(pathOf(issue, name))
  const actual = valueAt(value, issue.path)
  if (name !== null) {
    const similar = similarField(schema, issue.path, name, Object(actual))
    const meant = similar === null ? null : [...issue.path.map(String), similar].join('.')
    const advice = meant === null ? 'Remove it, or check its spelling.' : `Did you mean ${meant}?`
    const message = `${param} is not a field of this operation. ${advice}`
    return { param, code: codes[family].unknown, message }
  }
  const advice = adviceOn(issue, actual, schema)
  if (actual === undefined) {
    const message = `${param} is required. Send ${describeIssue(issue)}.${advice}`
    return { param, code: codes[family].missing, message }
  }
  const message = `${param} must be ${describeIssue(issue)}, but is ${shown(actual, param)}.${advice}`
  return { param, code: codes[family].invalid, message }
}

/** Returns the value that was probably meant; for a missing field or one of another type, what the field is. */
function adviceOn(issue: z.core.$ZodIssue, actual: unknown, schema: z.ZodType): string {
  if (issue.code === 'invalid_value' && typeof actual === 'string') {
    const meant = similarValue(issue.values, actual)
    return meant === null ? '' : ` Did you mean ${JSON.stringify(meant)}?`
  }
  if (actual !== undefined && issue.code !== 'invalid_type') return ''
  const description = descriptionAt(schema, issue.path)
  return description === null ? '' : ` ${description}`
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Readonly<Record<PropertyKey, unknown>>)[key]
  }
  return found
}

const longestShown = 60
/** Twelve or more digits in a row, in any grouping, may be a card number. */
const cardLike = /\d(?:[ -]?\d){11,}/
const secretName =
  /card|bank|number|cvv|pin|secret|token|password|code|key|(^|[._])(ssn|ein)$|birth|^content$/i

/** Returns the refused value, to help the client find the mistake; never a card number or a secret. */
function shown(value: unknown, param: string): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'boolean') return String(value)
  if (secretName.test(param)) return 'another value (not shown)'
  if (typeof value === 'number') {
    // Long amounts are shown, but not card numbers sent in their place.
    return passesLuhn(String(Math.abs(Math.trunc(value)))) ? 'another value (not shown)' : String(value)
  }
  const text = String(value)
  if (cardLike.test(text)) return 'another value (not shown)'
  return text.length <= longestShown
    ? JSON.stringify(text)
    : `${JSON.stringify(text.slice(0, longestShown))}… (${text.length} characters)`
}
