import { dirname, join } from 'node:path'
import type { Log } from '../log.ts'
import { openPeopleFile, type PeopleFile } from './people-file.ts'
import { openStaffFile, type StaffFile } from './staff-file.ts'

/** @param path the file of the PINs; the other staff files are in the same folder */
export async function openStaffFiles(
  path: string,
  log: Log,
): Promise<{ readonly file: StaffFile; readonly peopleFile: PeopleFile }> {
  const beside = (name: string) => join(dirname(path), name)
  const file = await openStaffFile(path)
  const peopleFile = await openPeopleFile(
    beside('people.json'),
    beside('recovery.json'),
    file.belongsToPeople(),
  )
  // People were set up by an earlier version, or the program ended between writing the two files.
  if (peopleFile.present() !== null && !file.belongsToPeople()) {
    await file.leaveToPeople().catch((error: unknown) => log.error({ err: error }, 'staff.pins_not_written'))
  }
  if (!file.readable()) log.error({ path }, 'staff.pins_unreadable')
  if (peopleFile.damaged()) log.error({ path: beside('people.json') }, 'staff.people_unreadable')
  return { file, peopleFile }
}
