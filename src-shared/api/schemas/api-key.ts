import { z } from 'zod'
import { cursorQuerySchema, optionalField, pageOf, timestampSchema } from './common.ts'

/** Highest first (section 5 leaves them open; docs/decisions/0016). */
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
  made_by: z.string().nullable().meta({
    description:
      'The id of the user who created it, either while signed in or with an API key that the user had created. null if no user did.',
  }),
  made_with: z.string().nullable().meta({
    description: 'The id of the API key that created it. null if it was created by a signed-in user.',
  }),
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
  name: z
    .string()
    .min(1)
    .max(100)
    .meta({ description: 'A name that lets people recognize the key, such as its purpose.' }),
  partner_id: optionalField(boundSchema, 'Restricts it to the accounts of this partner.'),
  business_id: optionalField(boundSchema, 'Restricts it to the accounts of this business.'),
  account_id: optionalField(boundSchema, 'Restricts it to this account.'),
})
export type CreateApiKeyBody = z.infer<typeof createApiKeyBodySchema>

export const createdApiKeySchema = apiKeySchema
  .extend({
    key: z.string().meta({
      description: 'The key itself. Returned only in this response; the service does not store it.',
    }),
  })
  .meta({ id: 'CreatedApiKey' })
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>

export const listApiKeysQuerySchema = cursorQuerySchema.extend({
  made_by: boundSchema.optional().meta({ description: 'Returns only the keys that this user created.' }),
  made_with: boundSchema
    .optional()
    .meta({ description: 'Returns only the keys that were created with this key.' }),
})
export const apiKeyPageSchema = pageOf(apiKeySchema)
