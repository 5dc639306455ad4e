import { z } from 'zod'
import { cursorQuerySchema, optionalField, pageOf, timestampSchema } from './common.ts'

/** Highest first (section 5 leaves them open; docs/decisions). */
export const accessLevelSchema = z.enum([
  'tenant_admin',
  'partner',
  'business',
  'account',
  'read_only',
  'public',
])

/** The user and the key that made a key or an endpoint; null if there was none, or before this was recorded. */
export const makerFields = {
  made_by: z
    .string()
    .nullable()
    .meta({ description: 'The user who made it: signed in, or by a key that the user had made' }),
  made_with: z.string().nullable().meta({ description: 'The id of the API key that it was made with' }),
}

const boundSchema = z.string().max(64)

/** An API key without its secret, which is shown once. */
export const apiKeySchema = z
  .object({
    id: z.string(),
    entity: z.literal('api_key'),
    level: accessLevelSchema,
    name: z.string(),
    /** The last four characters, so that people can distinguish keys. */
    hint: z.string(),
    partner_id: z.string().nullable(),
    business_id: z.string().nullable(),
    account_id: z.string().nullable(),
    ...makerFields,
    created_at: timestampSchema,
    revoked_at: timestampSchema.nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof apiKeySchema>

export const createApiKeyBodySchema = z.strictObject({
  level: accessLevelSchema,
  name: z.string().min(1).max(100).meta({ description: 'What the key is for, so that people know it again' }),
  partner_id: optionalField(boundSchema, 'Narrows it to the accounts of this partner'),
  business_id: optionalField(boundSchema, 'Narrows it to the accounts of this business'),
  account_id: optionalField(boundSchema, 'Narrows it to this account'),
})
export type CreateApiKeyBody = z.infer<typeof createApiKeyBodySchema>

export const createdApiKeySchema = apiKeySchema
  .extend({ key: z.string().meta({ description: 'The key itself, told this once and kept nowhere' }) })
  .meta({ id: 'CreatedApiKey' })
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>

export const listApiKeysQuerySchema = cursorQuerySchema.extend({
  made_by: boundSchema.optional().meta({ description: 'A user: the keys that it has made' }),
  made_with: boundSchema.optional().meta({ description: 'A key: those that were made with it' }),
})
export const apiKeyPageSchema = pageOf(apiKeySchema)
