/** The API schema's rules for a field, generated into field-rules.json, which is much smaller than the schema. */
export interface Rule {
  readonly type?: string
  readonly maxLength?: number
  readonly minLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Rule[]
}

/** Why the service would refuse a value; null if it would accept it. */
export type Misfit = 'too_long' | 'refused'

export function misfitOf(rule: Rule, value: unknown): Misfit | null {
  if (rule.anyOf !== undefined) {
    const misfits = rule.anyOf.map((one) => misfitOf(one, value))
    return misfits.includes(null) ? null : (misfits[0] ?? 'refused')
  }
  if (rule.const !== undefined) return value === rule.const ? null : 'refused'
  if (rule.enum !== undefined) return rule.enum.includes(value) ? null : 'refused'
  switch (rule.type) {
    case 'string':
      if (typeof value !== 'string') return 'refused'
      if (value.length > (rule.maxLength ?? Number.POSITIVE_INFINITY)) return 'too_long'
      if (value.length < (rule.minLength ?? 0)) return 'refused'
      return rule.pattern === undefined || new RegExp(rule.pattern).test(value) ? null : 'refused'
    case 'integer': {
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) return 'refused'
      const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = rule
      return value >= minimum && value <= maximum ? null : 'refused'
    }
    case 'boolean':
      return typeof value === 'boolean' ? null : 'refused'
    default:
      return null
  }
}
