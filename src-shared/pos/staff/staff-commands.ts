import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { type CommandRow, reply } from '../command-row.ts'
import { autoLockSchema, personIdSchema, personRoleSchema, personSchema } from './person.ts'
import { allRights, type Right } from './rights.ts'
import { newPinSchema, pinSchema } from './staff.ts'
import type { WorkedWeek } from './worked-week.ts'

const rightSchema = z.enum(allRights as readonly [Right, ...Right[]])

/**
 * The PIN of the owner who is signed in; for the first person, the manager's. A page alone, which nobody typed a PIN for,
 * makes nobody an owner.
 */
const currentPin = pinSchema

/** What is asked about the people who work here: rows of posCommands. */
export const staffCommands = {
  /** Signs a person in, in place of whoever is. Refused with pin_wrong (and how many tries are left) or pin_locked. */
  'staff.sign_in': {
    right: null,
    payload: z.strictObject({ person_id: personIdSchema, pin: pinSchema }),
    audited: ['person_id'],
  },
  /** Signs out. Refused in the middle of a sale. */
  'staff.lock': { right: 'own_record' },
  'staff.change_own_pin': {
    right: 'own_record',
    payload: z.strictObject({ current: pinSchema, pin: newPinSchema }),
  },
  /** Begins or ends to work. Refused with not_now when it is so already. */
  'staff.clock': {
    right: 'own_record',
    payload: z.strictObject({ kind: z.enum(['in', 'out']) }),
    audited: ['kind'],
  },
  /** Who worked how long in the week of a day; null: in this one. */
  'staff.hours': {
    right: 'see_hours',
    payload: z.strictObject({ day: z.iso.date().nullable() }),
    audited: ['day'],
    reply: reply<WorkedWeek>(),
  },
  /** Saves them as a table, where the person says. */
  'staff.export_hours': {
    right: 'see_hours',
    payload: z.strictObject({ day: z.iso.date() }),
    audited: ['day'],
    reply: reply<{ readonly saved: boolean }>(),
  },
  /**
   * Sets right when somebody began or ended to work: adds a missing time (`replaces` null) or changes one. Refused with
   * not_found where there is no such entry or person, and with not_now where the time lies ahead, or not between those
   * before and after it.
   */
  'staff.correct_hours': {
    right: 'correct_hours',
    payload: z.strictObject({
      person_id: personIdSchema,
      kind: z.enum(['in', 'out']),
      replaces: z.string().min(1).max(200).nullable(),
      clocked_at: timestampSchema,
      reason: z.string().trim().min(1).max(200),
    }),
    audited: ['person_id', 'kind', 'clocked_at', 'reason'],
  },
  /**
   * A new person (`id` null), or one that is there. The first is the owner, whatever `role` says, and is answered a
   * recovery code, which is shown this once. `pin` null leaves the PIN as it is, and is refused with pin_needed where
   * the role becomes one that approves. `current`: see currentPin.
   */
  'staff.save_person': {
    right: 'manage_people',
    payload: z.strictObject({
      id: personIdSchema.nullable(),
      name: personSchema.shape.name,
      role: personRoleSchema,
      active: z.boolean(),
      pin: newPinSchema.nullable(),
      current: currentPin,
    }),
    audited: ['id', 'name', 'role', 'active'],
    reply: reply<{ readonly person_id: string; readonly recovery_code: string | null }>(),
  },
  /** Takes these rights from a role, and gives back all others that it has by the table. */
  'staff.withhold_rights': {
    right: 'manage_people',
    payload: z.strictObject({
      role: personRoleSchema,
      rights: z.array(rightSchema).max(allRights.length),
      current: currentPin,
    }),
    audited: ['role', 'rights'],
  },
  'staff.set_auto_lock': {
    right: 'manage_people',
    payload: z.strictObject({ minutes: autoLockSchema }),
    audited: ['minutes'],
  },
  /** The code before it opens nothing any more. */
  'staff.new_recovery_code': {
    right: 'manage_people',
    payload: z.strictObject({ current: currentPin }),
    reply: reply<{ readonly recovery_code: string }>(),
  },
  /**
   * Gives the owner (where nobody is set up: the manager) a new PIN. `secret`: the recovery code, or the key with which
   * this till asks the payment service. Wrong ones are counted and lock like PINs.
   */
  'staff.recover': {
    right: null,
    payload: z.strictObject({ secret: z.string().min(1).max(300), pin: newPinSchema }),
    reply: reply<{ readonly recovery_code: string | null }>(),
  },
} as const satisfies Readonly<Record<string, CommandRow>>
