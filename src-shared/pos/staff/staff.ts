import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { personIdSchema, personRoleSchema, personSchema } from './person.ts'
import { fewestPinDigits } from './pin-length.ts'
import { allRights, type Right } from './rights.ts'

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

const rightSchema = z.enum(allRights as readonly [Right, ...Right[]])
/** Who may be chosen at the lock screen. */
const shownPersonSchema = personSchema.omit({ active: true })

/** The people of a shop that has set any up; of one that has not, nobody is asked who they are. */
const peopleStatusSchema = z.object({
  /** Who is signed in; null: the till is locked. */
  present: shownPersonSchema
    .extend({
      at_work: z.boolean(),
      /** Somebody else typed the PIN: nothing is done with it before another is chosen. */
      must_choose_pin: z.boolean(),
    })
    .nullable(),
  /** Who may sign in, by name. */
  shown: z.array(shownPersonSchema),
  /** Whose PIN is not taken for now, and until when. */
  locked: z.array(z.object({ person_id: personIdSchema, until: timestampSchema })),
  auto_lock_minutes: z.number().int(),
  /** The file of the people cannot be read: nobody can sign in before it is put right. */
  damaged: z.boolean(),
  /** Everybody, those who have left as well, and what was taken from a role: for who manages people. */
  managed: z
    .object({
      people: z.array(
        personSchema.extend({ pin_chosen_at: timestampSchema.nullable(), pin_of_another: z.boolean() }),
      ),
      withheld: z.partialRecord(personRoleSchema, z.array(z.string())),
    })
    .nullable(),
})
export type PeopleStatus = z.infer<typeof peopleStatusSchema>

export const staffStatusSchema = z.object({
  /** Null where nobody is set up. */
  people: peopleStatusSchema.nullable(),
  /** What may be done now. */
  rights: z.array(rightSchema),
  /** Where a PIN was chosen for one role, the other's first one is chosen with it: the role whose PIN vouches. */
  vouches: z.object({ manager: staffRoleSchema.nullable(), installer: staffRoleSchema.nullable() }),
  /** The role whose page is open now; null: the cashier. Of a person who is signed in, what their role comes to. */
  role: staffRoleSchema.nullable(),
  /** When it closes by itself; a person's input puts it off. */
  closes_at: timestampSchema.nullable(),
  /** For which roles a PIN was chosen. Without one the first to open the page chooses it. */
  pins: z.object({ manager: z.boolean(), installer: z.boolean() }),
  /** After too many wrong PINs: until when none is taken; null when one may be tried. */
  locked_until: z.object({ manager: timestampSchema.nullable(), installer: timestampSchema.nullable() }),
})
export type StaffStatus = z.infer<typeof staffStatusSchema>
