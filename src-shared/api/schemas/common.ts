import { z } from 'zod'
import { currencies } from '../../currency.ts'
import { languages } from '../../language.ts'
import { maximumAmount } from '../../money.ts'

/** Section 2.1: a non-negative integer of minor units (cents), at most 2^53 - 1. */
/** Partners are named by whoever runs the service; they have no record of their own. */
export const partnerIdPattern = /^ptn_[0-9a-z]{1,60}$/

export const amountSchema = z
  .number()
  .int()
  .min(0)
  .max(maximumAmount)
  .meta({ description: 'Minor units (cents), 0..9007199254740991' })

export const currencySchema = z.enum(currencies)

/** ISO 8601. With nanoseconds and an offset it has 35 characters; the fraction alone may be of any length there. */
const timeSchema = (options: Parameters<typeof z.iso.datetime>[0] & object) => z.iso.datetime(options).max(40)
export const timestampSchema = timeSchema({}).meta({ description: 'ISO 8601, UTC' })
/** ISO 8601 lets a time end with its minutes, and some libraries write no seconds where they are 0. */
const minuteSchema = timeSchema({ offset: true, precision: -1 })
/** As a client may send it: many libraries write UTC as +00:00. */
export const sentTimeSchema = z
  .union([timeSchema({ offset: true }), minuteSchema])
  .meta({ description: 'ISO 8601 with Z or an offset' })
/** As a client may send it, with or without an offset. */
export const sentLocalTimeSchema = z.union([timeSchema({ offset: true, local: true }), minuteSchema])
export const userFieldsSchema = z
  .record(z.string(), z.unknown())
  .meta({ description: 'Free-form key/value pairs of the client' })

/** An object whose inner fields the specification does not show. */
export const openObjectSchema = z.record(z.string(), z.unknown())

/** Bytes of a value as JSON in UTF-8. */
const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

const mostUserFields = 50
const mostUserFieldsBytes = 16_384
/** user_fields as a client may send them; the limits are ours (docs/decisions). */
export const sentUserFieldsSchema = z
  .record(z.string(), z.unknown())
  .refine((fields) => Object.keys(fields).length <= mostUserFields, {
    error: `an object of at most ${mostUserFields} fields`,
  })
  .refine((fields) => bytesOf(fields) <= mostUserFieldsBytes, {
    error: `an object of at most ${mostUserFieldsBytes} bytes as JSON`,
  })
  .meta({
    description: `Free-form key/value pairs of the client: at most ${mostUserFields}, and 16 KiB as JSON. An update replaces them all`,
    maxProperties: mostUserFields,
  })

const mostOpenBytes = 65_536
/** A free-form object as a client may send it; the limit is ours (docs/decisions). */
export const sentObjectSchema = z
  .record(z.string(), z.unknown())
  .refine((fields) => bytesOf(fields) <= mostOpenBytes, {
    error: `an object of at most ${mostOpenBytes} bytes as JSON`,
  })
  .meta({ description: 'Free-form, at most 64 KiB as JSON. An update replaces all of it' })

export const paymentMethodTypeSchema = z.enum(['card', 'bank', 'ca_bank'])
export const paymentRailTypeSchema = z.enum(['card', 'us_bank_ach', 'ca_bank_eft'])
/** Whoever names one twice means it once. */
const eachOnce = <Entry extends z.ZodType>(entry: Entry) =>
  z
    .array(entry)
    .overwrite((entries) => [...new Set(entries)])
    .min(1)
    .max(3)
/** As clients send them: what a payment may be made with. */
export const sentMethodTypesSchema = eachOnce(paymentMethodTypeSchema).meta({
  description:
    'What may be paid with: card in a new one without it. The same ways as payment_rail_types, where both are sent',
})
export const sentRailTypesSchema = eachOnce(paymentRailTypeSchema).meta({
  description: 'By which rails: follows payment_method_types without it',
})
export const settlementStatusSchema = z.enum(['settled', 'unsettled'])

/** A field that may be left out, with what it means and what holds without it: the reference shows both. */
export const optionalField = <Field extends z.ZodType>(field: Field, description: string) =>
  field.optional().meta({ description })

export const referenceIdSchema = z
  .string()
  .max(300)
  .meta({ description: 'Your own reference; the service only keeps it' })
export const descriptionSchema = z.string().max(1000).meta({ description: 'In your own words, for people' })
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
      .meta({ description: 'Contractor id (ctrct_)' }),
  })
  .meta({ id: 'PaymentSplit' })

export const idParamsSchema = z.strictObject({ id: z.string().min(1).max(64) })

/** Section 4: cursor pagination of every list. Query values arrive as text. */
export const cursorQuerySchema = z.strictObject({
  starting_after: z.string().min(1).max(64).optional(),
  ending_before: z.string().min(1).max(64).optional(),
  limit: z.coerce.number().int().min(1).max(50).optional(),
})
export type CursorQuery = z.infer<typeof cursorQuerySchema>

export const defaultPageSize = 10

const pageMetaSchema = z
  .object({ has_more: z.boolean(), limit: z.number().int(), next_cursor: z.string().optional() })
  .meta({ id: 'PageMeta' })

/** A page of a list, newest first; in the reference it has the name of its items and `Page`. */
export const pageOf = <Item extends z.ZodType>(item: Item) => {
  const page = z.object({ data: z.array(item), meta: pageMetaSchema })
  const id = z.globalRegistry.get(item)?.id
  return id === undefined ? page : page.meta({ id: `${id}Page` })
}

/** What people read: screens, messages, pages. */
export const languageSchema = z.enum(languages)

/** Grows with each change; what was shown by an older one is not saved over a newer one. */
export const revisionSchema = z
  .number()
  .int()
  .min(1)
  .meta({ description: 'Of what is shown. Sent with a save, it is refused when something changed since.' })
