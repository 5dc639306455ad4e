import { z } from 'zod'
import { hoistShapes, type JsonObject, type Shapes } from './hoist-shapes.ts'

/**
 * JSON Schema 2020-12 of zod schemas, as OpenAPI 3.1 takes it and as generators of clients read it best: every object
 * is a component with a name, what may be null is `oneOf` of it and null, and unions with a discriminating field name it.
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
    // zod refers to a named schema also where it is the whole document: then its definition is there already.
    if (own.$ref !== undefined) return own
    return hoistShapes(shapes, z.globalRegistry.get(schema)?.id ?? name, own)
  }
  return {
    /** @param name of the component, where the schema has none of its own */
    input: (schema: z.ZodType, name: string): JsonObject => convert(schema, 'input', name),
    output: (schema: z.ZodType, name: string): JsonObject => convert(schema, 'output', name),
    /** Of path and query: their fields become parameters, so that the object itself needs no name. */
    fields: (schema: z.ZodType): JsonObject => {
      const { $schema: _, ...converted } = z.toJSONSchema(schema, {
        io: 'input',
        unrepresentable: 'any',
        override: ({ jsonSchema }) => refine(jsonSchema as Record<string, unknown>),
      })
      return converted as JsonObject
    },
    /** Everything that was referred to, by name, in alphabetical order. */
    components: (): JsonObject =>
      Object.fromEntries([...shapes].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

/**
 * Text as the keys of an object goes without saying. An integer that fits is int32; a longer one has no format:
 * generators make a bigint of int64, which is no JSON.
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

/** `#/$defs/X` is where zod puts it, `#/components/schemas/X` where OpenAPI has it; the id becomes the name. */
function referring(schema: unknown): JsonObject {
  const { id: _, ...rest } = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as JsonObject
  return rest
}
