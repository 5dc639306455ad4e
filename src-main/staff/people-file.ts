import { readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import { autoLockSchema, personRoleSchema, personSchema } from '../../src-shared/pos/staff/person.ts'
import { keepDamaged } from '../settings/damaged-files.ts'
import { jsonFile } from '../settings/json-file.ts'
import { pinHashSchema } from './pins.ts'
import type { StaffFile } from './staff-file.ts'

const keptPersonSchema = personSchema.extend({
  pin: pinHashSchema.nullable(),
  /** Wrong tries since the right one. */
  wrong: z.number().int().min(0),
  /** When the PIN was chosen; null in files of earlier versions. */
  pin_chosen_at: z.string().nullable().default(null),
  /** Somebody else typed it: its person chooses one of their own before anything else. */
  pin_of_another: z.boolean().default(false),
})
export type KeptPerson = z.infer<typeof keptPersonSchema>

const peopleSchema = z.object({
  people: z.array(keptPersonSchema).min(1),
  /** What the owner has taken from a role; rights that this version does not know are none of its business. */
  withheld: z.partialRecord(personRoleSchema, z.array(z.string())),
  auto_lock_minutes: autoLockSchema,
  /** Wrong tries of PINs that are typed to approve something. */
  approval_wrong: z.number().int().min(0),
})
export type People = z.infer<typeof peopleSchema>

const recoverySchema = z.object({ code: pinHashSchema.nullable(), wrong: z.number().int().min(0) })
export type Recovery = z.infer<typeof recoverySchema>

/** Who works here, with their PINs' hashes, and beside it the recovery code's: readable by this user only. */
export interface PeopleFile {
  /** Null: nobody was ever set up, or what is there cannot be read. */
  present(): People | null
  /** It is there and cannot be read, or is gone although somebody was set up: nobody gets any right by that. */
  damaged(): boolean
  recovery(): Recovery
  write(people: People): Promise<void>
  writeRecovery(recovery: Recovery): Promise<void>
  /** People were set up here, as somebody else knows: a file that is not there is one that was removed. */
  markLost(): void
  /** Puts a file that cannot be read beside, for whoever wants to look at it. */
  putAside(stamp: string): Promise<void>
}

/** @param known people were set up, as is written down elsewhere. */
export async function openPeopleFile(
  path: string,
  recoveryPath: string,
  known: boolean,
): Promise<PeopleFile> {
  const [found, foundRecovery] = await Promise.all([
    read(path, peopleSchema),
    read(recoveryPath, recoverySchema),
  ])
  if (found === 'unreadable') await keepDamaged(path)
  if (foundRecovery === 'unreadable') await keepDamaged(recoveryPath)
  const file = jsonFile<People | null>(path, peopleSchema.nullable(), null)
  const recoveryFile = jsonFile(recoveryPath, recoverySchema, { code: null, wrong: 0 })
  let people = found === 'unreadable' ? null : found
  // One without a code only counts wrong tries, which are counted where nobody is set up as well.
  const wasSetUp = foundRecovery === 'unreadable' || (foundRecovery !== null && foundRecovery.code !== null)
  let damaged = found === 'unreadable' || (found === null && (known || wasSetUp))
  let recovery: Recovery =
    foundRecovery === null || foundRecovery === 'unreadable' ? { code: null, wrong: 0 } : foundRecovery
  return {
    present: () => people,
    damaged: () => damaged,
    recovery: () => recovery,
    async write(next) {
      people = next
      damaged = false
      await file.write(next)
    },
    async writeRecovery(next) {
      recovery = next
      await recoveryFile.write(next)
    },
    markLost() {
      damaged ||= people === null
    },
    async putAside(stamp) {
      if (damaged) await rename(path, `${path}.damaged-${stamp}`).catch(() => undefined)
    },
  }
}

async function read<Value>(path: string, schema: z.ZodType<Value>): Promise<Value | null | 'unreadable'> {
  try {
    return schema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data ?? 'unreadable'
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : 'unreadable'
  }
}

/** Whether a PIN here, or the recovery code, was hashed with the pepper, and cannot be checked without it. */
export const isPeppered = (
  roles: Pick<StaffFile, 'present'>,
  people: Pick<PeopleFile, 'present' | 'recovery'>,
): boolean =>
  [
    roles.present().manager.pin,
    roles.present().installer.pin,
    ...(people.present()?.people ?? []).map(({ pin }) => pin),
    people.recovery().code,
  ].some((pin) => pin?.peppered === true)
