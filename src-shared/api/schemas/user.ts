import { z } from 'zod'
import { emailSchema } from '../../email-address.ts'
import { accountStatusSchema } from './account.ts'
import { cursorQuerySchema, pageOf, timestampSchema } from './common.ts'

export const userTypeSchema = z.enum(['BUSINESS', 'PARTNER'])
export const userStatusSchema = z.enum(['ACTIVE', 'INACTIVE'])
export const userRoleSchema = z.enum(['ADMIN', 'READ_ONLY']).meta({
  description:
    'The rights of the user. ADMIN: the same as a key of the business or partner. READ_ONLY: read access only.',
})

/** Section 2.11: a person who may sign in to the portal, without a password. */
export const userSchema = z
  .object({
    id: z.string(),
    entity: z.literal('user'),
    email: z.string(),
    type: userTypeSchema,
    first_name: z.string(),
    last_name: z.string(),
    role: userRoleSchema,
    status: userStatusSchema,
    business_id: z.string().nullable(),
    partner_id: z.string().nullable(),
    last_sign_in: timestampSchema.nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof userSchema>

/** As long as the name of an owner, who becomes the first user. */
const nameSchema = z.string().trim().min(1).max(100)
const userEmailSchema = emailSchema.max(255)

export const createUserBodySchema = z.strictObject({
  first_name: nameSchema,
  last_name: nameSchema,
  email: userEmailSchema,
  role: userRoleSchema.optional().meta({ description: "The user's role. Defaults to ADMIN." }),
  business_id: z.string().max(64).optional().meta({
    description:
      "The business of the user. Defaults to the business in x-business-id, or else the key's own business or partner.",
  }),
})
export type CreateUserBody = z.infer<typeof createUserBodySchema>

export const updateUserBodySchema = z.strictObject({
  first_name: nameSchema.optional(),
  last_name: nameSchema.optional(),
  email: userEmailSchema.optional(),
  role: userRoleSchema.optional(),
})
export type UpdateUserBody = z.infer<typeof updateUserBodySchema>

export const setUserStatusBodySchema = z.strictObject({ status: userStatusSchema })
export const userMessageSchema = z.object({ message: z.string(), user: userSchema })

export const listUsersQuerySchema = cursorQuerySchema.extend({
  email: userEmailSchema.optional(),
  type: userTypeSchema.optional(),
  business_id: z.string().max(64).optional(),
})
export const userPageSchema = pageOf(userSchema)

export const loginUrlSchema = z.object({
  login_url: z.string().meta({
    description: 'The link that signs the user in. Valid once, for 15 minutes; a newer link replaces it.',
  }),
  expires_at: timestampSchema,
  mailed: z.boolean().meta({ description: 'Whether the link was also e-mailed to the user.' }),
})
export type LoginUrl = z.infer<typeof loginUrlSchema>

export const createUserSessionBodySchema = z.strictObject({
  token: z.string().min(1).max(100).meta({ description: 'The part of the login URL after the #.' }),
})
/** The session itself is in a cookie that scripts cannot read. */
export const userSessionSchema = z
  .object({ user: userSchema, expires_at: timestampSchema })
  .meta({ id: 'UserSession' })

/** A business that a sign-in reaches, with its accounts. */
const reachedBusinessSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    accounts: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        status: accountStatusSchema,
        timezone: z.string().meta({ description: 'The IANA name of the time zone.' }),
      }),
    ),
  })
  .meta({ id: 'ReachedBusiness' })
export type ReachedBusiness = z.infer<typeof reachedBusinessSchema>

/** The signed-in user and the rights of the sign-in, which equal those of a key of that level and scope. */
export const currentUserSessionSchema = userSessionSchema
  .extend({
    level: z.enum(['partner', 'business', 'read_only']),
    businesses: z.array(reachedBusinessSchema).meta({
      description:
        'The businesses that the sign-in can access, sorted by name, at most 200. If has_more is true, use the query parameter name to find others.',
    }),
    has_more: z.boolean(),
    training: z.boolean().meta({ description: 'Whether the service is a sandbox, where no money moves.' }),
  })
  .meta({ id: 'CurrentUserSession' })
export type CurrentUserSession = z.infer<typeof currentUserSessionSchema>

export const currentUserSessionQuerySchema = z.strictObject({
  name: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Part of the name of a business or of one of its accounts, ignoring case.' }),
})

export const endUserSessionQuerySchema = z.strictObject({
  everywhere: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true ends all sessions of the user.' }),
})
export const userSessionEndedSchema = z.object({ message: z.string() })
