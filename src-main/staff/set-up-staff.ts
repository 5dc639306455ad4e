import { randomUUID } from 'node:crypto'
import type { Log } from '../log.ts'
import type { DataPaths } from '../paths.ts'
import type { OutsidePlace } from '../service-host/service-source.ts'
import { openStaffSession, type StaffSession } from './staff-session.ts'
import { openSystemPepper } from './system-pepper.ts'

/** The people of the counter, and who uses it now. */
export const setUpStaff = ({
  data,
  outside,
  isBusy,
  log,
}: {
  readonly data: DataPaths
  /** Null in training. */
  readonly outside: OutsidePlace | null
  /** Whether a customer pays or is paid. */
  readonly isBusy: () => boolean
  readonly log: Log
}): Promise<StaffSession> =>
  openStaffSession({
    path: data.staff,
    now: () => Date.now(),
    pepper: (needed) => openSystemPepper(data.pepper, needed, log),
    // Where the key is typed later, a random value: neither the key nor training's word can then recover a PIN.
    serviceKey: outside === null ? null : (outside.apiKey ?? randomUUID()),
    isBusy,
    log,
  })
