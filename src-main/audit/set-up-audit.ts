import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { recordRestored } from '../backup/restored-entry.ts'
import type { Log } from '../log.ts'
import type { DataPaths } from '../paths.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { StaffSession } from '../staff/staff-session.ts'
import { type AuditTrail, openAuditTrail } from './audit-trail.ts'

/** The audit trail. It records first what was done to the counter's files from outside, while it was closed. */
export function setUpAudit({
  data,
  settings,
  staff,
  restored,
  log,
}: {
  readonly data: DataPaths
  readonly settings: SettingsStore
  readonly staff: Pick<StaffSession, 'status'>
  /** A backup was restored in place of the counter's data at this start. */
  readonly restored: boolean
  readonly log: Log
}): AuditTrail {
  const audit = openAuditTrail({
    path: data.audit,
    now: Date.now,
    log,
    find: (id) => staff.status().people?.shown.find((person) => person.id === id) ?? null,
    counter: () => settings.present().counter_name,
  })
  if (restored) void recordRestored(audit, dirname(data.settings), log)
  if (settings.locked.length > 0 || existsSync(data.recordedProfile)) {
    void import('../profile/administrator-changes.ts').then(({ recordOrganisation }) =>
      recordOrganisation({ settings, path: data.recordedProfile, audit }, log),
    )
  }
  return audit
}
