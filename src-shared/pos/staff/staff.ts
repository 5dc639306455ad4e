import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { personIdSchema, personRoleSchema, personSchema } from './person.ts'
import { fewestPinDigits } from './pin-length.ts'
import { allRights, type Right } from './rights.ts'

/**
 * The roles at the counter. A cashier needs no PIN; the manager's and the installer's pages do. Main checks every
 * command against the open role, so that a page cannot grant itself one.
 */
export const staffRoles = ['manager', 'installer'] as const
export const staffRoleSchema = z.enum(staffRoles)
export type StaffRole = z.infer<typeof staffRoleSchema>

/** A PIN as entered: PINs chosen when four digits were enough still work, but must be replaced. */
export const pinSchema = z.string().regex(/^\d{4,8}$/)
/** A PIN as chosen. */
export const newPinSchema = pinSchema.min(fewestPinDigits)

const rightSchema = z.enum(allRights as readonly [Right, ...Right[]])
/** The people to choose from on the lock screen. */
const shownPersonSchema = personSchema.omit({ active: true })

/** The people of a shop that has set up any; without them, there is no sign-in. */
const peopleStatusSchema = z.object({
  /** The signed-in person; null: the counter is locked. */
  present: shownPersonSchema
    .extend({
      at_work: z.boolean(),
      /** Another person set the PIN: a new one must be chosen before anything else. */
      must_choose_pin: z.boolean(),
    })
    .nullable(),
  /** The people who may sign in, by name. */
  shown: z.array(shownPersonSchema),
  /** The people whose PIN is locked, and until when. */
  locked: z.array(z.object({ person_id: personIdSchema, until: timestampSchema })),
  auto_lock_minutes: z.number().int(),
  /** The file of people cannot be read: sign-in is impossible until it is fixed. */
  damaged: z.boolean(),
  /** All people, including those who left, and the withheld rights: for a person who manages people. */
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
  /** Null if no people are set up. */
  people: peopleStatusSchema.nullable(),
  /** The rights that are available now. */
  rights: z.array(rightSchema),
  /** By role, the other role whose PIN is required to choose its first PIN; null: none. */
  vouches: z.object({ manager: staffRoleSchema.nullable(), installer: staffRoleSchema.nullable() }),
  /** The role whose page is open; null: the cashier. For a signed-in person, the role that theirs corresponds to. */
  role: staffRoleSchema.nullable(),
  /** When it closes by itself; input postpones it. */
  closes_at: timestampSchema.nullable(),
  /** Whether a PIN was chosen, by role. If not, the first to open the page chooses it. */
  pins: z.object({ manager: z.boolean(), installer: z.boolean() }),
  /** The end of the lock after too many wrong PINs; null if a PIN can be tried. */
  locked_until: z.object({ manager: timestampSchema.nullable(), installer: timestampSchema.nullable() }),
})
export type StaffStatus = z.infer<typeof staffStatusSchema>
