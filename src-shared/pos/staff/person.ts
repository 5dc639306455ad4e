import { z } from 'zod'
import { nameLimit } from './limits.ts'

/** A person's role at this counter. rights.ts has the rights of each. */
export const personRoles = ['cashier', 'manager', 'installer', 'owner'] as const
export const personRoleSchema = z.enum(personRoles)
export type PersonRole = z.infer<typeof personRoleSchema>

export const personIdSchema = z.string().min(1).max(64)
/** The person who did something at the counter; null if no people are set up, absent in records of earlier versions. */
export const byPersonSchema = personIdSchema.nullable().optional()

/** A person who works here. Those who leave become inactive, so that their actions keep a name. */
export const personSchema = z.object({
  id: personIdSchema,
  name: z.string().trim().min(1).max(nameLimit),
  role: personRoleSchema,
  active: z.boolean(),
})
export type Person = z.infer<typeof personSchema>

/** Minutes without input after which a counter that requires a sign-in locks itself. */
export const autoLockSchema = z.number().int().min(1).max(60)
