import { isDeepStrictEqual } from 'node:util'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** Components by name. */
export type Shapes = Map<string, JsonObject>

const referTo = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/**
 * Makes a schema a component with that name, and each object inside it as well: `Payment` and its field `signature`
 * give `PaymentSignature`; an entry of a list has the list's name; a variant of a union has its discriminating value.
 * @returns the reference to it
 * @throws when another schema already has the name
 */
export function hoistShapes(shapes: Shapes, name: string, schema: JsonObject): JsonObject {
  const inner = isUnion(schema) ? hoistUnion(shapes, name, schema) : hoistFields(shapes, name, schema)
  const known = shapes.get(name)
  if (known !== undefined && !isDeepStrictEqual(known, inner)) {
    throw new Error(`two schemas of the reference are called ${name}`)
  }
  shapes.set(name, inner)
  return referTo(name)
}

function hoist(shapes: Shapes, name: string, given: Json): Json {
  if (!isObject(given)) return given
  const schema = nullApart(given)
  if (schema.type === 'array' && isObject(schema.items)) {
    return { ...schema, items: hoist(shapes, name, schema.items) }
  }
  if (isUnion(schema)) return hoistUnion(shapes, name, schema)
  if (schema.type === 'object' && schema.properties !== undefined) return hoistShapes(shapes, name, schema)
  return schema
}

/** zod writes some nullable types as a list of types and others as a union; this always makes a union. */
function nullApart(schema: JsonObject): JsonObject {
  const { type, description, ...rest } = schema
  if (!Array.isArray(type)) return schema
  const union = { oneOf: type.map((one) => (one === 'null' ? { type: one } : { ...rest, type: one })) }
  return description === undefined ? union : { description, ...union }
}

function hoistFields(shapes: Shapes, name: string, schema: JsonObject): JsonObject {
  if (!isObject(schema.properties)) return schema
  const properties = Object.entries(schema.properties).map(([key, property]): [string, Json] => [
    key,
    hoist(shapes, name + pascalCase(key), property),
  ])
  return { ...schema, properties: Object.fromEntries(properties) }
}

function hoistUnion(shapes: Shapes, name: string, schema: JsonObject): JsonObject {
  const { anyOf, oneOf, ...rest } = schema
  const branches = (anyOf ?? oneOf) as readonly JsonObject[]
  const marker = markerOf(branches)
  if (marker !== null) {
    const variants = branches.map((branch) => {
      const value = constOf(branch, marker)
      return [value, hoistShapes(shapes, name + pascalCase(value), branch)] as const
    })
    const mapping = Object.fromEntries(
      variants.map(([value, { $ref }]): [string, Json] => [value, $ref ?? '']),
    )
    return {
      ...rest,
      oneOf: variants.map(([, ref]) => ref),
      discriminator: { propertyName: marker, mapping },
    }
  }
  const hoisted = branches.map((branch) => hoist(shapes, name, branch))
  return areExclusive(branches) ? { ...rest, oneOf: hoisted } : { ...rest, anyOf: hoisted }
}

/** Returns the discriminator: the field whose constant is different in each branch; null when there is none. */
function markerOf(branches: readonly JsonObject[]): string | null {
  const [first] = branches
  if (first === undefined || branches.length < 2 || !isObject(first.properties)) return null
  const found = Object.keys(first.properties).find((key) => {
    const values = branches.map((branch) => constOf(branch, key))
    return values.every((value) => value !== '') && new Set(values).size === branches.length
  })
  return found ?? null
}

/** Returns '' when the field is not a constant text. */
function constOf({ properties }: JsonObject, key: string): string {
  const property = isObject(properties) ? properties[key] : undefined
  return isObject(property) && typeof property.const === 'string' ? property.const : ''
}

/** Whether no value fits two branches, because each has a different type. */
function areExclusive(branches: readonly JsonObject[]): boolean {
  const types = branches.map(({ type, $ref }) => ($ref === undefined ? type : 'object'))
  return types.every((type) => typeof type === 'string') && new Set(types).size === types.length
}

const isUnion = (schema: JsonObject): boolean => Array.isArray(schema.anyOf) || Array.isArray(schema.oneOf)

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Converts `payment_intents.list_payments` to `PaymentIntentsListPayments`. */
export const pascalCase = (name: string): string =>
  name
    .split(/[._-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

export const camelCase = (name: string): string => {
  const pascal = pascalCase(name)
  return pascal.charAt(0).toLowerCase() + pascal.slice(1)
}
