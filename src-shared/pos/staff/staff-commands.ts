import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { type CommandRow, reply } from '../command-row.ts'
import { autoLockSchema, personIdSchema, personRoleSchema, personSchema } from './person.ts'
import { allRights, type Right } from './rights.ts'
import { newPinSchema, pinSchema, staffRoleSchema } from './staff.ts'
import type { WorkedWeek } from './worked-week.ts'

const rightSchema = z.enum(allRights as readonly [Right, ...Right[]])

/**
 * The PIN of the signed-in owner; for the first person, the manager's PIN. So a page cannot make anyone an owner
 * without a PIN.
 */
const currentPin = pinSchema

/** Commands about roles, and the people who work here: rows of posCommands. */
export const staffCommands = {
  /** Opens a role. Refused with pin_wrong, pin_locked, pin_not_chosen or pin_too_short. */
  'staff.enter': {
    right: null,
    payload: z.strictObject({ role: staffRoleSchema, pin: pinSchema }),
    audited: ['role'],
  },
  /** Chooses the PIN of a role and opens the role. `current` is required if there is a PIN. */
  'staff.choose_pin': {
    right: null,
    payload: z.strictObject({ role: staffRoleSchema, current: pinSchema.nullable(), pin: newPinSchema }),
    audited: ['role'],
  },
  /** Returns to the cashier's role. A signed-in person stays signed in. */
  'staff.leave': { right: null },
  /** Signs a person in instead of the current one. Refused with pin_wrong (and the tries left) or pin_locked. */
  'staff.sign_in': {
    right: null,
    payload: z.strictObject({ person_id: personIdSchema, pin: pinSchema }),
    audited: ['person_id'],
  },
  /** Signs out. Refused during a sale. */
  'staff.lock': { right: 'own_record' },
  'staff.change_own_pin': {
    right: 'own_record',
    payload: z.strictObject({ current: pinSchema, pin: newPinSchema }),
  },
  /** Clocks in or out. Refused with not_now if that is already the state. */
  'staff.clock': {
    right: 'own_record',
    payload: z.strictObject({ kind: z.enum(['in', 'out']) }),
    audited: ['kind'],
  },
  /** The working hours of the week that contains the day; null: the current week. */
  'staff.hours': {
    right: 'see_hours',
    payload: z.strictObject({ day: z.iso.date().nullable() }),
    audited: ['day'],
    reply: reply<WorkedWeek>(),
  },
  /** Saves the working hours as a table, where the person chooses. */
  'staff.export_hours': {
    right: 'see_hours',
    payload: z.strictObject({ day: z.iso.date() }),
    audited: ['day'],
    reply: reply<{ readonly saved: boolean }>(),
  },
  /**
   * Corrects a clock-in or clock-out: adds a missing time (`replaces` null) or changes one. Refused with not_found if
   * there is no such entry or person, and with not_now if the time is in the future, or not between its neighbours.
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
   * Saves a new person (`id` null) or an existing one. The first one becomes the owner, whatever `role` is, and gets a
   * recovery code in the reply, which is shown only once. `pin` null keeps the PIN; it is refused with pin_needed if
   * the new role is one that approves. `current`: see currentPin.
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
  /** Withholds these rights from a role, and grants all others that the table gives it. */
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
  /** Makes a new recovery code, which invalidates the previous one. */
  'staff.new_recovery_code': {
    right: 'manage_people',
    payload: z.strictObject({ current: currentPin }),
    reply: reply<{ readonly recovery_code: string }>(),
  },
  /**
   * Gives the owner (if no people are set up: the manager) a new PIN. `secret`: the recovery code, or this counter's
   * API key for the payment service. Wrong ones are counted and lock like PINs.
   */
  'staff.recover': {
    right: null,
    payload: z.strictObject({ secret: z.string().min(1).max(300), pin: newPinSchema }),
    reply: reply<{ readonly recovery_code: string | null }>(),
  },
} as const satisfies Readonly<Record<string, CommandRow>>
