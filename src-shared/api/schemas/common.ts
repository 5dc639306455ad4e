import { z } from 'zod'
import { currencies } from '../../currency.ts'
import { languages } from '../../language.ts'
import { maximumAmount } from '../../money.ts'

/** The operator of the service names the partners; they have no record of their own. */
export const partnerIdPattern = /^ptn_[0-9a-z]{1,60}$/

/** Section 2.1: a non-negative integer of minor units (cents), at most 2^53 - 1. */
export const amountSchema = z
  .number()
  .int()
  .min(0)
  .max(maximumAmount)
  .meta({ description: 'Amount in minor units (cents), from 0 to 9007199254740991.' })

export const currencySchema = z.enum(currencies)

/** ISO 8601. With nanoseconds and an offset it has 35 characters; the pattern itself does not limit the fraction. */
const timeSchema = (options: Parameters<typeof z.iso.datetime>[0] & object) => z.iso.datetime(options).max(40)
export const timestampSchema = timeSchema({}).meta({ description: 'Time in ISO 8601, UTC.' })
/** ISO 8601 allows times without seconds, and some libraries omit seconds that are 0. */
const minuteSchema = timeSchema({ offset: true, precision: -1 })
/** A time as a client may send it: many libraries write UTC as +00:00. */
export const sentTimeSchema = z
  .union([timeSchema({ offset: true }), minuteSchema])
  .meta({ description: 'Time in ISO 8601, with Z or an offset.' })
/** A time as a client may send it, with or without an offset. */
export const sentLocalTimeSchema = z.union([timeSchema({ offset: true, local: true }), minuteSchema])
export const userFieldsSchema = z
  .record(z.string(), z.unknown())
  .meta({ description: 'Your own key-value pairs, free-form.' })

/** An object whose inner fields the specification does not show. */
export const openObjectSchema = z.record(z.string(), z.unknown())

/** Size of a value as UTF-8 JSON, in bytes. */
const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

const mostUserFields = 50
const mostUserFieldsBytes = 16_384
/** user_fields as a client may send them; the limits are ours (docs/decisions/0030). */
export const sentUserFieldsSchema = z
  .record(z.string(), z.unknown())
  .refine((fields) => Object.keys(fields).length <= mostUserFields, {
    error: `an object of at most ${mostUserFields} fields`,
  })
  .refine((fields) => bytesOf(fields) <= mostUserFieldsBytes, {
    error: `an object of at most ${mostUserFieldsBytes} bytes as JSON`,
  })
  .meta({
    description: `Your own key-value pairs, free-form: at most ${mostUserFields}, and 16 KiB as JSON. An update replaces all of them.`,
    maxProperties: mostUserFields,
  })

const mostOpenBytes = 65_536
/** A free-form object as a client may send it; the limit is ours (docs/decisions/0030). */
export const sentObjectSchema = z
  .record(z.string(), z.unknown())
  .refine((fields) => bytesOf(fields) <= mostOpenBytes, {
    error: `an object of at most ${mostOpenBytes} bytes as JSON`,
  })
  .meta({ description: 'Free-form data, at most 64 KiB as JSON. An update replaces all of it.' })

export const paymentMethodTypeSchema = z.enum(['card', 'bank', 'ca_bank'])
export const paymentRailTypeSchema = z.enum(['card', 'us_bank_ach', 'ca_bank_eft'])
/** Removes duplicates. */
const eachOnce = <Entry extends z.ZodType>(entry: Entry) =>
  z
    .array(entry)
    .overwrite((entries) => [...new Set(entries)])
    .min(1)
    .max(3)
/** The payment method types that a client sends. */
export const sentMethodTypesSchema = eachOnce(paymentMethodTypeSchema).meta({
  description:
    'The accepted payment method types. Defaults to card for a new object. If you also send payment_rail_types, both must list the same types.',
})
export const sentRailTypesSchema = eachOnce(paymentRailTypeSchema).meta({
  description: 'The accepted payment rails. Defaults to the rails of payment_method_types.',
})
export const settlementStatusSchema = z.enum(['settled', 'unsettled'])

/** An optional field with its description, which covers its default; the API reference shows both. */
export const optionalField = <Field extends z.ZodType>(field: Field, description: string) =>
  field.optional().meta({ description })

/** A field of an update that may be removed again: it is null in answers while it is not set (docs/decisions/0030). */
export const removableField = <Field extends z.ZodType>(field: Field, description: string) =>
  optionalField(field.nullable(), `${description} null removes it.`)

export const referenceIdSchema = z
  .string()
  .max(300)
  .meta({ description: 'Your own reference, stored and returned unchanged.' })
export const descriptionSchema = z
  .string()
  .max(1000)
  .meta({ description: 'A description for people, in your own words.' })
export const customerIdSchema = z.string().max(50)

/** Section 1.6: a share of the payment for a contractor. */
export const paymentSplitSchema = z
  .strictObject({
    amount: amountSchema,
    description: descriptionSchema.optional(),
    account_id: z
      .string()
      .regex(/^ctrct_[0-9A-Za-z]+$/, { error: 'the id of a contractor (ctrct_…)' })
      .max(50)
      .meta({ description: 'The id of the contractor (ctrct_…).' }),
  })
  .meta({ id: 'PaymentSplit' })

export const idParamsSchema = z.strictObject({ id: z.string().min(1).max(64) })

/** Sizes of a page (section 8). */
export const defaultPageSize = 10
export const largestPageSize = 50

/** Converts decimal text to a number. Other text that JavaScript converts too ('' to 0, '0x10' to 16) stays text. */
const sentNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value

/** The `limit` of a list: at most 50 entries (section 8). @param least the smallest limit that is allowed */
export const pageLimitSchema = (least: 0 | 1) =>
  z.preprocess(sentNumber, z.number().int().min(least).max(largestPageSize))

/** Section 4: cursor pagination of every list. Query values arrive as text. */
export const cursorQuerySchema = z.strictObject({
  starting_after: z.string().min(1).max(64).optional(),
  ending_before: z.string().min(1).max(64).optional(),
  limit: pageLimitSchema(1).optional(),
})
export type CursorQuery = z.infer<typeof cursorQuerySchema>

const pageMetaSchema = z
  .object({ has_more: z.boolean(), limit: z.number().int(), next_cursor: z.string().optional() })
  .meta({ id: 'PageMeta' })

/** A page of a list, newest first; the API reference names it after its items plus `Page`. */
export const pageOf = <Item extends z.ZodType>(item: Item) => {
  const page = z.object({ data: z.array(item), meta: pageMetaSchema })
  const id = z.globalRegistry.get(item)?.id
  return id === undefined ? page : page.meta({ id: `${id}Page` })
}

/** The language of texts for people: screens, messages, pages. */
export const languageSchema = z.enum(languages)

/** Grows with each change. A save that is based on an older revision is refused. */
export const revisionSchema = z.number().int().min(1).meta({
  description:
    'The revision of the form. A save that sends a revision is refused if the form has changed since that revision.',
})
