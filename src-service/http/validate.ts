import type { z } from 'zod'
import type { ErrorCode, ParameterError, ServiceError } from '../../src-shared/api/errors.ts'
import { passesLuhn } from '../../src-shared/payments/luhn.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { describeIssue } from './issue-text.ts'
import { similarField } from './similar-field.ts'

type Family = 'plain' | 'terminal'

/** The codes of a refused field: the terminal operations have their own (section 4.4). */
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

interface Problem {
  readonly param: string
  readonly code: ErrorCode
  readonly message: string
}

/** As which field a request is refused that is wrong as a whole. */
const wholeBody = 'body'

/** Checks one part of a request against its schema: every problem is named, each by the path of its field. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  family: Family,
): Result<z.output<Schema>, ServiceError> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return ok(parsed.data)
  const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue, { schema, value, family }))
  return err(refusalOf(firstOfEach(problems)))
}

interface Checked {
  readonly schema: z.ZodType
  readonly value: unknown
  readonly family: Family
}

function problemsOf(issue: z.core.$ZodIssue, { schema, value, family }: Checked): Problem[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const param = [...path, key].join('.')
      const similar = similarField(schema, issue.path, key, Object(valueAt(value, issue.path)))
      const advice =
        similar === null
          ? 'Remove it, or check its spelling.'
          : `Did you mean ${[...path, similar].join('.')}?`
      const message = `${param} is not a field of this operation. ${advice}`
      return { param, code: codes[family].unknown, message }
    })
  }
  const param = path.join('.') || wholeBody
  const actual = valueAt(value, issue.path)
  if (actual === undefined) {
    const message = `${param} is required. Send ${describeIssue(issue)}.`
    return [{ param, code: codes[family].missing, message }]
  }
  const message = `${param} must be ${describeIssue(issue)}, but is ${shown(actual, param)}.`
  return [{ param, code: codes[family].invalid, message }]
}

/** A field that fails two checks is one refused field; a body as a whole is refused for each of its reasons. */
function firstOfEach(problems: readonly Problem[]): Problem[] {
  const firsts = new Map<string, Problem>()
  for (const problem of problems) {
    const key = problem.param === wholeBody ? problem.message : problem.param
    if (!firsts.has(key)) firsts.set(key, problem)
  }
  return [...firsts.values()]
}

function refusalOf(problems: readonly Problem[]): ServiceError {
  const [first] = problems
  if (first === undefined)
    return { code: 'parameter_invalid', message: 'The request does not keep its schema.' }
  if (problems.length === 1) return first
  const others = problems.length - 1
  const message = `${first.message} ${others} more ${others === 1 ? 'field was' : 'fields were'} refused: see errors.`
  const errors: readonly ParameterError[] = problems.slice(0, 100)
  return { ...first, message, errors }
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
/** Twelve digits or more in a row, however they are grouped, may be a card. */
const cardLike = /\d(?:[ -]?\d){11,}/
const secretName =
  /card|bank|number|cvv|pin|secret|token|password|code|key|(^|[._])(ssn|ein)$|birth|^content$/i

/** The refused value, so that the client finds its mistake; never a card number or a secret. */
function shown(value: unknown, param: string): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'boolean') return String(value)
  if (secretName.test(param)) return 'something else (not shown)'
  if (typeof value === 'number') {
    // Amounts are shown even when they are long, card numbers sent in their place are not.
    return passesLuhn(String(Math.abs(Math.trunc(value)))) ? 'something else (not shown)' : String(value)
  }
  const text = String(value)
  if (cardLike.test(text)) return 'something else (not shown)'
  return text.length <= longestShown
    ? JSON.stringify(text)
    : `${JSON.stringify(text.slice(0, longestShown))}… (${text.length} characters)`
}
