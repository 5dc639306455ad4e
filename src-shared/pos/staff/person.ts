import { z } from 'zod'
import { nameLimit } from './limits.ts'

/** What somebody is at this till. What each may do is in rights.ts. */
export const personRoles = ['cashier', 'manager', 'installer', 'owner'] as const
export const personRoleSchema = z.enum(personRoles)
export type PersonRole = z.infer<typeof personRoleSchema>

export const personIdSchema = z.string().min(1).max(64)
/** Who did something at the till; null where nobody is set up, and missing in records of earlier versions. */
export const byPersonSchema = personIdSchema.nullable().optional()

/** Somebody who works here. Whoever has left stays, inactive: what they did goes on to have a name. */
export const personSchema = z.object({
  id: personIdSchema,
  name: z.string().trim().min(1).max(nameLimit),
  role: personRoleSchema,
  active: z.boolean(),
})
export type Person = z.infer<typeof personSchema>

/** Minutes without anybody at the screen, after which a counter that asks for a person locks itself. */
export const autoLockSchema = z.number().int().min(1).max(60)
