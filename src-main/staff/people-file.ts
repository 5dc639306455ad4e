import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { autoLockSchema, personRoleSchema, personSchema } from '../../src-shared/pos/staff/person.ts'
import { moveFile } from '../files/move-file.ts'
import { keepDamaged } from '../settings/damaged-files.ts'
import { jsonFile } from '../settings/json-file.ts'
import { pinHashSchema } from './pins.ts'
import type { StaffFile } from './staff-file.ts'

const keptPersonSchema = personSchema.extend({
  pin: pinHashSchema.nullable(),
  /** Wrong tries since the last right one. */
  wrong: z.number().int().min(0),
  /** When the PIN was chosen; null in files of earlier versions. */
  pin_chosen_at: z.string().nullable().default(null),
  /** Typed by another person: its owner must choose a new one before doing anything else. */
  pin_of_another: z.boolean().default(false),
})
export type KeptPerson = z.infer<typeof keptPersonSchema>

const peopleSchema = z.object({
  people: z.array(keptPersonSchema).min(1),
  /** Rights that the owner has taken from a role. Rights unknown to this version are kept as they are. */
  withheld: z.partialRecord(personRoleSchema, z.array(z.string())),
  auto_lock_minutes: autoLockSchema,
  /** Wrong tries of PINs typed to approve something. */
  approval_wrong: z.number().int().min(0),
})
export type People = z.infer<typeof peopleSchema>

const recoverySchema = z.object({ code: pinHashSchema.nullable(), wrong: z.number().int().min(0) })
export type Recovery = z.infer<typeof recoverySchema>

/** People with their PIN hashes, and in a second file the recovery code's hash; readable by this user only. */
export interface PeopleFile {
  /** Null: people were never set up, or the file cannot be read. */
  present(): People | null
  /** The file cannot be read, or is missing although people were set up: this gives no rights to anybody. */
  damaged(): boolean
  recovery(): Recovery
  write(people: People): Promise<void>
  writeRecovery(recovery: Recovery): Promise<void>
  /** Marks the people as lost: another source knows that they were set up here, so a missing file was removed. */
  markLost(): void
  /** Moves an unreadable file aside, so that it can be examined. */
  putAside(stamp: string): Promise<void>
}

/** @param known another record shows that people were set up */
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
  // A recovery file without a code only counts wrong tries, which happens also where no people are set up.
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
      if (damaged) await moveFile(path, `${path}.damaged-${stamp}`).catch(() => undefined)
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

/** Whether a PIN or the recovery code was hashed with the pepper, and cannot be checked without it. */
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
