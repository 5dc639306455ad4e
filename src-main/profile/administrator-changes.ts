import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type SettingName, settingNames } from '../../src-shared/pos/installer-tools/profile.ts'
import { addForCertain } from '../audit/add-for-certain.ts'
import type { AuditEntry } from '../audit/audit-entry.ts'
import { type AuditTrail, openAuditTrail } from '../audit/audit-trail.ts'
import { replaceFile } from '../files/write-whole.ts'
import type { Log } from '../log.ts'
import type { SettingsStore } from '../settings/settings.ts'

/**
 * An audit entry for settings that an administrator changed from outside the counter: like those changed at the
 * counter, with their values before and after.
 */
const entryOf = (
  command: 'settings.profile_applied' | 'settings.organisation',
  changes: AuditEntry['changes'] & object,
  outcome: string,
): AuditEntry => ({ role: null, person_id: null, command, about: {}, changes, outcome })

/**
 * Applies a change to a counter that is not open. Before the change, its beginning is on the disk: after an
 * interruption the next start records that.
 * @returns whether the change is in the audit
 * @throws what `apply` threw, or where the audit cannot be written: then nothing was changed
 */
export async function recordApplied(options: {
  /** The audit's file. */
  readonly path: string
  readonly counter: string
  readonly changes: AuditEntry['changes'] & object
  readonly apply: () => Promise<void>
}): Promise<boolean> {
  const { path, changes, apply } = options
  const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const audit = openAuditTrail({ path, now: Date.now, log: silent, counter: () => options.counter })
  const add = (outcome: string) =>
    addForCertain(audit, entryOf('settings.profile_applied', changes, outcome)).catch(() => false)
  try {
    const ended = await audit.begin(entryOf('settings.profile_applied', changes, 'done'))
    try {
      await apply()
    } catch (error) {
      if (await add('failed')) ended()
      throw error
    }
    const isRecorded = await add('done')
    if (isRecorded) ended()
    return isRecorded
  } finally {
    await audit.close()
  }
}

const recordedSchema = z.record(z.string(), z.unknown())
type Recorded = z.infer<typeof recordedSchema>

/**
 * Records that the organisation's settings have changed since the last start. Each start tries again until that is
 * known to be in the audit.
 * @param path the file with what was recorded last
 */
export async function recordOrganisation(
  { settings, path, audit }: OrganisationOptions,
  log: Log,
): Promise<void> {
  try {
    const { locked } = settings
    const present = settings.present()
    const own = settings.own()
    const known = await recorded(path)
    const set: Recorded = Object.fromEntries(locked.map((name) => [name, present[name]]))
    const names = settingNames.filter((name) => name in known || name in set)
    const changes = changesOf(names, (name) => [
      name in known ? known[name] : own[name],
      name in set ? set[name] : own[name],
    ])
    if (JSON.stringify(inOrder(known)) === JSON.stringify(inOrder(set))) return
    const isRecorded =
      Object.keys(changes).length === 0 ||
      (await addForCertain(audit, entryOf('settings.organisation', changes, 'done')))
    if (isRecorded) await replaceFile(path, `${JSON.stringify(set)}\n`)
  } catch (error) {
    log.error({ err: error }, 'profile.organisation_not_recorded')
  }
}
interface OrganisationOptions {
  readonly settings: Pick<SettingsStore, 'present' | 'own' | 'locked'>
  readonly path: string
  readonly audit: Pick<AuditTrail, 'add' | 'head' | 'flush'>
}

/** A missing or unreadable file counts as empty. */
const recorded = async (path: string): Promise<Recorded> =>
  readFile(path, 'utf8').then(
    (text) => recordedSchema.safeParse(JSON.parse(text)).data ?? {},
    () => ({}),
  )

const inOrder = (set: Recorded) => settingNames.filter((name) => name in set).map((name) => [name, set[name]])

const changesOf = (
  names: readonly SettingName[],
  of: (name: SettingName) => readonly [before: unknown, after: unknown],
): AuditEntry['changes'] & object =>
  Object.fromEntries(
    names.flatMap((name) => {
      const [before, after] = of(name)
      return JSON.stringify(before) === JSON.stringify(after) ? [] : [[name, { before, after }] as const]
    }),
  )
