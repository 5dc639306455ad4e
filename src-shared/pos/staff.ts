import { z } from 'zod'
import { timestampSchema } from '../api/schemas/common.ts'
import { fewestPinDigits } from './pin-length.ts'

/**
 * Who stands at the counter. A cashier needs no PIN; the manager's and the installer's pages do. Main checks every
 * command against the role that is open, so that a page cannot grant itself one.
 */
export const staffRoles = ['manager', 'installer'] as const
export const staffRoleSchema = z.enum(staffRoles)
export type StaffRole = z.infer<typeof staffRoleSchema>

/** A PIN as it is typed: those that were chosen when four digits were enough still open, to be replaced. */
export const pinSchema = z.string().regex(/^\d{4,8}$/)
/** A PIN as it is chosen. */
export const newPinSchema = pinSchema.min(fewestPinDigits)

export const staffStatusSchema = z.object({
  /** The role that is open now; null: the cashier. */
  role: staffRoleSchema.nullable(),
  /** When it closes by itself; a person's input puts it off. */
  closes_at: timestampSchema.nullable(),
  /** For which roles a PIN was chosen. Without one the first to open the page chooses it. */
  pins: z.object({ manager: z.boolean(), installer: z.boolean() }),
  /** After too many wrong PINs: until when none is taken; null when one may be tried. */
  locked_until: z.object({ manager: timestampSchema.nullable(), installer: timestampSchema.nullable() }),
})
export type StaffStatus = z.infer<typeof staffStatusSchema>

/** Nobody has entered, and no PIN is known: how every launch begins. */
export const nobody: StaffStatus = {
  role: null,
  closes_at: null,
  pins: { manager: false, installer: false },
  locked_until: { manager: null, installer: null },
}
