import { z } from 'zod'
import { jsonSchemas } from '../../../src-service/http/reference/json-schema.ts'

/** A field of an operation's body, as the contract describes it. */
export interface Field {
  readonly name: string
  readonly required: boolean
  readonly accepts: (value: unknown) => boolean
  readonly maxLength: number | null
  readonly isInteger: boolean
}

/** Returns every field of a body, from the schema in the table. */
export function fieldsOf(schema: z.ZodObject): readonly Field[] {
  const described = jsonSchemas().fields(schema) as {
    readonly properties?: Readonly<Record<string, { readonly maxLength?: number; readonly type?: string }>>
    readonly required?: readonly string[]
  }
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    required: described.required?.includes(name) === true,
    accepts: (value) => z.safeParse(field as z.ZodType, value).success,
    maxLength: described.properties?.[name]?.maxLength ?? null,
    isInteger: described.properties?.[name]?.type === 'integer',
  }))
}

/** One value of each JSON type. */
const oneOfEachType: readonly unknown[] = [
  null,
  true,
  1,
  'text',
  [],
  {},
  [[]],
  [{ nonsense: 1 }],
  '4111111111111111',
]

/** Values of types that this field does not accept. */
export const wrongValues = (field: Field): readonly unknown[] =>
  oneOfEachType.filter((value) => !field.accepts(value))
