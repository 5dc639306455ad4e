import { z } from 'zod'
import { hoistShapes, type JsonObject, type Shapes } from './hoist-shapes.ts'
import { replyFields } from './reply-fields.ts'
import { replyFieldsOf } from './reply-fields-of.ts'

/**
 * Converts zod schemas to JSON Schema 2020-12 for OpenAPI 3.1, in the form that client generators handle best: every
 * object is a named component, a nullable type is `oneOf` it and null, and unions name their discriminating field.
 */
export function jsonSchemas() {
  const shapes: Shapes = new Map()
  const convert = (schema: z.ZodType, io: 'input' | 'output', name: string): JsonObject => {
    const {
      $schema: _,
      $defs,
      ...converted
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => refine(jsonSchema as Record<string, unknown>),
    }) as unknown as { readonly $schema?: string; readonly $defs?: Readonly<Record<string, JsonObject>> }
    for (const [id, definition] of Object.entries($defs ?? {})) hoistShapes(shapes, id, referring(definition))
    const own = referring(converted)
    // zod uses a reference even when the named schema is the whole document: then its definition has been added
    // already.
    if (own.$ref !== undefined) return own
    return hoistShapes(shapes, z.globalRegistry.get(schema)?.id ?? name, own)
  }
  return {
    /** @param name of the component, if the schema has none of its own */
    input: (schema: z.ZodType, name: string): JsonObject => convert(schema, 'input', name),
    output: (schema: z.ZodType, name: string): JsonObject => convert(schema, 'output', name),
    /** For path and query: their fields become parameters, so the object itself needs no name. */
    fields: (schema: z.ZodType): JsonObject => {
      const { $schema: _, ...converted } = z.toJSONSchema(schema, {
        io: 'input',
        unrepresentable: 'any',
        override: ({ jsonSchema }) => refine(jsonSchema as Record<string, unknown>),
      })
      return converted as JsonObject
    },
    /** Returns all components, in alphabetical order of their names. */
    components: (): JsonObject =>
      Object.fromEntries(
        [...shapes]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, shape]) => [name, isOfRequest.test(name) ? shape : described(name, shape)]),
      ),
  }
}

/** Components of a request's body describe their fields in their own schemas. */
const isOfRequest = /Body(?![a-z])/

/** Adds texts to the fields that have none. An object that is referred to has its own table. */
function described(name: string, shape: JsonObject): JsonObject {
  const { properties } = shape
  if (typeof properties !== 'object' || properties === null) return shape
  const fields = Object.entries(properties as Readonly<Record<string, JsonObject>>).map(
    ([field, schema]): [string, JsonObject] => {
      const description = replyFieldsOf[name]?.[field] ?? replyFields[field]
      const isSilent = !('description' in schema) && !('$ref' in schema) && description !== undefined
      return [field, isSilent ? { description, ...schema } : schema]
    },
  )
  return { ...shape, properties: Object.fromEntries(fields) }
}

/**
 * Removes the redundant statement that object keys are text. An integer within 32 bits gets the format int32; a larger
 * one has no format, because generators turn int64 into a bigint, which JSON does not have.
 */
function refine(schema: Record<string, unknown>): void {
  if (schema.type === 'integer' && isSmall(schema)) schema.format = 'int32'
  const keys = schema.propertyNames
  if (typeof keys === 'object' && keys !== null && Object.keys(keys).length === 1 && 'type' in keys) {
    delete schema.propertyNames
  }
}

const isSmall = ({ minimum, maximum }: Readonly<Record<string, unknown>>): boolean =>
  typeof minimum === 'number' && minimum >= -(2 ** 31) && typeof maximum === 'number' && maximum < 2 ** 31

/** Replaces zod's `#/$defs/X` with OpenAPI's `#/components/schemas/X`, and removes the id, which became the name. */
function referring(schema: unknown): JsonObject {
  const { id: _, ...rest } = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as JsonObject
  return rest
}
