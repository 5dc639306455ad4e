import { z } from 'zod'

/**
 * Returns the schema of the field at this path, followed by the schemas that it wraps (the number in an optional
 * number); none when the field does not exist, or when it may have several shapes.
 */
export function schemasAt(schema: unknown, path: readonly PropertyKey[]): readonly z.ZodType[] {
  const inner = wrappedBy(schema)
  if (inner !== undefined) {
    const found = schemasAt(inner, path)
    return path.length === 0 && schema instanceof z.ZodType ? [schema, ...found] : found
  }
  const [key, ...rest] = path
  if (key === undefined) return schema instanceof z.ZodType ? [schema] : []
  if (schema instanceof z.ZodArray) return schemasAt(schema.element, rest)
  return schema instanceof z.ZodObject ? schemasAt(schema.shape[String(key)], rest) : []
}

function wrappedBy(schema: unknown): unknown {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return schema.unwrap()
  return schema instanceof z.ZodPipe ? schema.in : undefined
}

/** Returns the description of the field in the reference; null when it has none. */
export function descriptionAt(schema: unknown, path: readonly PropertyKey[]): string | null {
  for (const { description } of schemasAt(schema, path)) {
    if (description !== undefined) return description
  }
  return null
}
