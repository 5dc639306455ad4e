import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { StaffRole } from '../../src-shared/pos/staff/staff.ts'
import { keepDamaged } from '../settings/damaged-files.ts'
import { jsonFile } from '../settings/json-file.ts'
import { pinHashSchema } from './pins.ts'

const entrySchema = z.object({
  pin: pinHashSchema.nullable(),
  wrong: z.object({ count: z.number().int().min(0), last: z.number() }),
  /** When it was chosen for the first time; missing in files of earlier versions. */
  chosen_at: z.string().optional(),
})
const staffSchema = z.object({
  manager: entrySchema,
  installer: entrySchema,
  /** People are set up: missing in files of earlier versions. */
  people: z.literal(true).optional(),
})
export type StaffEntry = z.infer<typeof entrySchema>
export type Staff = z.infer<typeof staffSchema>

const unknown: StaffEntry = { pin: null, wrong: { count: 0, last: 0 } }
const nobody: Staff = { manager: unknown, installer: unknown }

/** The PINs' hashes and the wrong tries, readable by this user of the computer only. */
export interface StaffFile {
  present(): Staff
  /** False: the file is there and cannot be understood. Nobody may choose a PIN over it, but by the way back. */
  readable(): boolean
  /** Resolves when it is on the disk. */
  change(role: StaffRole, entry: StaffEntry): Promise<void>
  /** Whether people were set up ever, also where their own file is gone. */
  belongsToPeople(): boolean
  /** People are set up from now on: the roles' PINs open nothing any more, and are removed. */
  leaveToPeople(): Promise<void>
}

export async function openStaffFile(path: string): Promise<StaffFile> {
  const found = await readStaff(path)
  const file = jsonFile(path, staffSchema, nobody)
  // Nobody gets in by it: what is known of who may is in no other file.
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

/** Null when there is something that this version cannot read: treating it as "no PIN" would open the door. */
async function readStaff(path: string): Promise<Staff | null> {
  try {
    return staffSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data ?? null
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? nobody : null
  }
}
