import { z } from 'zod'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/**
 * JSON Schema 2020-12 of zod schemas, as OpenAPI 3.1 takes it. Schemas with an id become components and are
 * referred to by name.
 */
export function jsonSchemas() {
  const components = new Map<string, JsonObject>()
  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonObject => {
    const {
      $schema: _,
      $defs,
      ...converted
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => refine(jsonSchema as Record<string, unknown>),
    }) as unknown as { readonly $schema?: string; readonly $defs?: Readonly<Record<string, JsonObject>> }
    for (const [name, definition] of Object.entries($defs ?? {})) {
      components.set(name, componentOf(definition))
    }
    const named = z.globalRegistry.get(schema)?.id
    const own = referring(converted)
    // zod refers to a named schema also where it is the whole document: then its definition is there already.
    if (named === undefined || own.$ref !== undefined) return own
    components.set(named, componentOf(own))
    return { $ref: `#/components/schemas/${named}` }
  }
  return {
    input: (schema: z.ZodType): JsonObject => convert(schema, 'input'),
    output: (schema: z.ZodType): JsonObject => convert(schema, 'output'),
    /** Everything that was referred to, by name, in alphabetical order. */
    components: (): JsonObject =>
      Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

/** What zod leaves out: how wide an integer is, and that keys of an object are text goes without saying. */
function refine(schema: Record<string, unknown>): void {
  if (schema.type === 'integer') schema.format = isSmall(schema) ? 'int32' : 'int64'
  const keys = schema.propertyNames
  if (typeof keys === 'object' && keys !== null && Object.keys(keys).length === 1 && 'type' in keys) {
    delete schema.propertyNames
  }
}

const isSmall = ({ minimum, maximum }: Readonly<Record<string, unknown>>): boolean =>
  typeof minimum === 'number' && minimum >= -(2 ** 31) && typeof maximum === 'number' && maximum < 2 ** 31

/** The id has become the component's name. */
function componentOf(definition: JsonObject): JsonObject {
  const { id: _, ...rest } = referring(definition)
  return rest
}

/** `#/$defs/X` is where zod puts it, `#/components/schemas/X` where OpenAPI has it. */
function referring(schema: unknown): JsonObject {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonObject
}
