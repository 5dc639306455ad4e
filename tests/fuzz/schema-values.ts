import fc from 'fast-check'

/** The part of JSON Schema that the contract uses (docs/api/openapi.json). */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
}

/** Resolves a `$ref`. */
export type Resolve = (schema: JsonSchema) => JsonSchema

/** @returns a value for a field by its name, or null for a name without a rule */
export type ValueByName = (field: string) => fc.Arbitrary<unknown> | null

const json: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 2 })

/** Left out two times out of three. */
export const seldom = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

/** Values that match a schema. */
export function valuesOf(schema: JsonSchema, resolve: Resolve, byName: ValueByName): fc.Arbitrary<unknown> {
  const inner = (one: JsonSchema) => valuesOf(one, resolve, byName)
  const { $ref, allOf, type, enum: choices } = schema
  const branches = schema.anyOf ?? schema.oneOf
  if ($ref !== undefined) return inner(resolve(schema))
  if ('const' in schema) return fc.constant(schema.const)
  if (choices !== undefined) return fc.constantFrom(...choices)
  if (branches !== undefined) return fc.oneof(...branches.map(inner))
  if (allOf !== undefined) {
    return fc
      .tuple(...allOf.map(inner))
      .map((parts) => Object.assign({}, ...parts.filter((part) => typeof part === 'object')))
  }
  if (Array.isArray(type)) return fc.oneof(...type.map((one: string) => inner({ ...schema, type: one })))
  switch (type) {
    case 'string':
      return textOf(schema)
    case 'integer':
      return integerOf(schema)
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(inner(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3),
      })
    case 'object':
      return objectOf(schema, inner, byName)
    default:
      return json
  }
}

/** Mostly the amounts of a sale, so that captures and refunds fit each other; now and then the limits themselves. */
function integerOf({ minimum = 0, maximum = 1e9, exclusiveMinimum }: JsonSchema): fc.Arbitrary<number> {
  const min = Math.max(minimum, exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1)
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.integer({ min: Math.max(min, Math.min(100, maximum)), max: Math.min(maximum, 5_000) }),
    },
    { weight: 1, arbitrary: fc.constantFrom(min, maximum) },
  )
}

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc.constantFrom('a@example.com', 'Rosa.Diaz@example.org'),
  'date-time': fc.constantFrom('2026-01-31T12:00:00Z', '2030-12-31T23:59:59.999Z', '1999-01-01T00:00:00Z'),
  date: fc.constantFrom('2026-01-31', '2028-02-29'),
}

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> {
  const known = formats[format ?? '']
  if (known !== undefined) return known
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { size: 'small' })
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40), unit: 'grapheme' })
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  inner: (schema: JsonSchema) => fc.Arbitrary<unknown>,
  byName: ValueByName,
): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const named = byName(name)
    const value = named === null ? inner(schema) : fc.oneof({ weight: 6, arbitrary: named }, inner(schema))
    // Optional fields are mostly left out, because most of them exclude one another.
    return [name, required.includes(name) ? value : seldom(value)] as const
  })
  const known = fc.record(Object.fromEntries(fields))
  const free = typeof additionalProperties === 'object' && fields.length === 0
  const all = free ? fc.dictionary(fc.string({ maxLength: 10 }), json, { maxKeys: 3 }) : known
  return all.map((object) =>
    Object.fromEntries(Object.entries(object as object).filter(([, value]) => value !== undefined)),
  )
}
