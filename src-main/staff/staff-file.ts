import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { StaffRole } from '../../src-shared/pos/staff/staff.ts'
import { keepDamaged } from '../settings/damaged-files.ts'
import { jsonFile } from '../settings/json-file.ts'
import { pinHashSchema } from './pins.ts'

const entrySchema = z.object({
  pin: pinHashSchema.nullable(),
  wrong: z.object({ count: z.number().int().min(0), last: z.number() }),
  /** When it was first chosen; missing in files of earlier versions. */
  chosen_at: z.string().optional(),
})
const staffSchema = z.object({
  manager: entrySchema,
  installer: entrySchema,
  /** Whether people are set up; missing in files of earlier versions. */
  people: z.literal(true).optional(),
})
export type StaffEntry = z.infer<typeof entrySchema>
export type Staff = z.infer<typeof staffSchema>

const unknown: StaffEntry = { pin: null, wrong: { count: 0, last: 0 } }
const nobody: Staff = { manager: unknown, installer: unknown }

/** The PIN hashes and the wrong tries, readable by this user of the computer only. */
export interface StaffFile {
  present(): Staff
  /** False: the file exists and cannot be understood. Then a PIN can be chosen only by the recovery. */
  readable(): boolean
  /** Resolves when it is on the disk. */
  change(role: StaffRole, entry: StaffEntry): Promise<void>
  /** Whether people were ever set up, also where their own file is gone. */
  belongsToPeople(): boolean
  /** Removes the roles' PINs, which are no longer valid: people are set up from now on. */
  leaveToPeople(): Promise<void>
}

export async function openStaffFile(path: string): Promise<StaffFile> {
  const found = await readStaff(path)
  const file = jsonFile(path, staffSchema, nobody)
  // A damaged file gives access to nobody: the permissions are in no other file.
  if (found === null) await keepDamaged(path)
  let staff = found ?? nobody
  let readable = found !== null
  return {
    present: () => staff,
    readable: () => readable,
    async change(role, entry) {
      staff = { ...staff, [role]: entry }
      readable = true
      await file.write(staff)
    },
    belongsToPeople: () => staff.people === true,
    async leaveToPeople() {
      staff = { ...nobody, people: true }
      readable = true
      await file.write(staff)
    },
  }
}

/** Null when the file cannot be read by this version: treating it as "no PIN" would give access to everybody. */
async function readStaff(path: string): Promise<Staff | null> {
  try {
    return staffSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data ?? null
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? nobody : null
  }
}
