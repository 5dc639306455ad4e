import { z } from 'zod'

/**
 * Returns the field that was probably meant by an unknown one: the same word in another notation (`paymentMethodId`),
 * cut short or extended (`payment_method`); null when there is none, or more than one.
 * @param path of the object that has the unknown field
 * @param sent that object: fields that it already has are not suggested
 */
export function similarField(
  schema: z.ZodType,
  path: readonly PropertyKey[],
  unknown: string,
  sent: object,
): string | null {
  const meant = letters(unknown)
  if (meant.length < fewestLetters) return null
  const fields = fieldsAt(schema, path)
    .filter((name) => !Object.hasOwn(sent, name))
    .map((name) => ({ name, word: letters(name) }))
  const [longer, ...others] = fields.filter(({ word }) => word.startsWith(meant))
  const found =
    fields.find(({ word }) => word === meant || word === `${meant}id`) ??
    (others.length > 0 ? null : longer) ??
    fields.find(({ word }) => word.length >= fewestLetters && meant.startsWith(word))
  return found?.name ?? null
}

/** Shorter names would match too many fields. */
const fewestLetters = 4

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Returns the fields of the object at this path; none when it may have several shapes. */
function fieldsAt(schema: unknown, path: readonly PropertyKey[]): readonly string[] {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return fieldsAt(schema.unwrap(), path)
  if (schema instanceof z.ZodPipe) return fieldsAt(schema.in, path)
  const [key, ...rest] = path
  if (schema instanceof z.ZodArray) return fieldsAt(schema.element, rest)
  if (!(schema instanceof z.ZodObject)) return []
  return key === undefined ? Object.keys(schema.shape) : fieldsAt(schema.shape[String(key)], rest)
}
