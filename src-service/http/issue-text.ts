import type { z } from 'zod'

/** Describes what a field must be, to complete "must be …". */
export function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeText(issue.expected)
    case 'too_small':
      return limitText(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)
    case 'too_big':
      return limitText(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)
    case 'invalid_value':
      return issue.values.length === 1 ? JSON.stringify(issue.values[0]) : oneOf(issue.values)
    case 'invalid_format':
      return ownWords(issue) ?? formatText(issue.format, issue.pattern)
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`
    case 'invalid_union':
      return unionText(issue)
    case 'unrecognized_keys':
      return 'without unknown fields'
    case 'invalid_key':
    case 'invalid_element':
      return 'an object with only valid entries'
    case 'custom':
      return issue.message
    default:
      return 'as described in the reference at /docs'
  }
}

function typeText(expected: string): string {
  switch (expected) {
    case 'string':
      return 'text'
    case 'number':
      return 'a number'
    case 'int':
      return 'a whole number'
    case 'boolean':
      return 'true or false'
    case 'never':
      return 'left out; /docs describes its replacement'
    case 'array':
      return 'a list'
    case 'object':
    case 'record':
      return 'an object'
    default:
      return expected
  }
}

function limitText(origin: string, bound: string, limit: number | bigint): string {
  switch (origin) {
    case 'string':
      return `text of ${bound} ${limit} ${limit === 1 ? 'character' : 'characters'}`
    case 'array':
      return `a list of ${bound} ${limit} ${limit === 1 ? 'entry' : 'entries'}`
    case 'int':
      return `a whole number of ${bound} ${limit}`
    default:
      return `a number of ${bound} ${limit}`
  }
}

/** Returns the schema's own message; null when it has only zod's default, which describes the value. */
const ownWords = ({ message }: z.core.$ZodIssue): string | null =>
  message.startsWith('Invalid') ? null : message

function formatText(format: string, pattern: string | undefined): string {
  switch (format) {
    case 'datetime':
      return 'an ISO 8601 time such as 2026-01-31T12:00:00Z'
    case 'date':
      return 'a date such as 2026-01-31'
    case 'email':
      return 'an e-mail address'
    case 'regex':
      return `text that matches ${pattern ?? 'its pattern'}`
    default:
      return `text in the format ${format}`
  }
}

const oneOf = (values: readonly unknown[]): string =>
  `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`

/**
 * Names each alternative once: by the constant that identifies it, or by the first field that is missing or unknown.
 */
function unionText(issue: z.core.$ZodIssueInvalidUnion): string {
  if ('options' in issue && issue.options !== undefined) return oneOf(issue.options)
  const ways = issue.errors.flatMap((issues) => issues.slice(0, 1).map(wayText))
  return ways.length === 0
    ? 'one of the objects described in the reference at /docs'
    : [...new Set(ways)].join(', or ')
}

function wayText(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `an object without ${someOf(issue.keys)}`
  const field = issue.path.map(String).join('.')
  return field === '' ? describeIssue(issue) : `an object with ${field} (${describeIssue(issue)})`
}

const mostNamed = 5
const longestName = 40

/** Shortens the client's field names: a part of many or long ones is enough to find the mistake. */
function someOf(keys: readonly string[]): string {
  const named = keys
    .slice(0, mostNamed)
    .map((key) => (key.length > longestName ? `${key.slice(0, longestName)}…` : key))
    .join(', ')
  return keys.length > mostNamed ? `${named} and ${keys.length - mostNamed} more` : named
}
