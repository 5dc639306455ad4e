import { z } from 'zod'
import { schemasAt } from './field-schema.ts'

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

/**
 * Returns the accepted value that was probably meant by a refused one: the same in another notation (`usd`,
 * `payment_captured`), with or without the version in front of it; null when there is none.
 */
export function similarValue(accepted: readonly unknown[], refused: string): string | null {
  const meant = letters(refused)
  if (meant === '') return null
  const names = accepted.filter((value) => typeof value === 'string')
  return names.find((name) => [name, name.replace(/^v\d+\./, '')].map(letters).includes(meant)) ?? null
}

/** Shorter names would match too many fields. */
const fewestLetters = 4

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Returns the fields of the object at this path; none when it may have several shapes. */
function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const object = schemasAt(schema, path).at(-1)
  return object instanceof z.ZodObject ? Object.keys(object.shape) : []
}
