import { existsSync } from 'node:fs'
import { lstat, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProfileProblem } from '../../src-shared/pos/installer-tools/profile.ts'
import { restoreMark } from '../backup/take-restored.ts'
import { dataPaths } from '../paths.ts'
import { damagedFiles } from '../settings/damaged-files.ts'
import { openSettings } from '../settings/settings.ts'
import { recordApplied } from './administrator-changes.ts'
import { readManagedProfile } from './managed-profile.ts'
import { managedProfilePath } from './managed-profile-path.ts'
import { changesOf, previewProfile, readProfile } from './read-profile.ts'

/**
 * Applies a profile to a counter that is not open, without a window, for scripts. Prints the outcome in one line.
 * @returns the program's exit code: 0 the settings are as in the profile, 1 nothing was changed, 2 it could not be read
 * or written
 */
export async function applyProfile(options: {
  readonly file: string
  /** The folder of the counter's data. */
  readonly folder: string
  readonly locale: string
  readonly managed?: string
  /** Null: determined by the lock that an open counter leaves in its folder. */
  readonly isOpen: boolean | null
  readonly print: (line: string) => void
}): Promise<0 | 1 | 2> {
  const { file, folder, print } = options
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    print(`${file} could not be read: ${error instanceof Error ? error.message : String(error)}`)
    return null
  })
  if (text === null) return 2
  if (options.isOpen ?? (await isLocked(folder))) {
    print(`Nothing was changed: the counter in ${folder} is open. Close it first.`)
    return 1
  }
  if (existsSync(restoreMark(folder))) {
    print('Nothing was changed: a backup takes this place at the next start. Start Countertop once first.')
    return 1
  }
  const read = readProfile(text)
  if (!read.ok) {
    print(`Nothing was changed: ${file}: ${read.error.map(problemText).join('; ')}.`)
    return 1
  }
  const paths = dataPaths(folder)
  const known = damagedFiles()
  const managed = await readManagedProfile(
    options.managed ?? managedProfilePath(process.platform, process.env),
    paths.managedProfile,
  )
  const settings = await openSettings(paths.settings, options.locale, managed)
  const preview = previewProfile(read, settings.present(), settings.locked)
  let isRecorded = true
  try {
    if (preview.changes.length > 0) {
      isRecorded = await recordApplied({
        path: paths.audit,
        counter: settings.present().counter_name,
        changes: Object.fromEntries(
          preview.changes.map(({ name, before, after }) => [name, { before, after }]),
        ),
        apply: () => settings.update(changesOf(preview)),
      })
    }
  } catch (error) {
    print(`Nothing was changed: ${error instanceof Error ? error.message : String(error)}`)
    return 2
  }
  const names = preview.changes.map(({ name }) => name).join(', ')
  const done = names === '' ? 'All settings were as the profile says' : `Changed: ${names}`
  const locked =
    preview.locked.length === 0 ? '' : ` Set by the organisation, and left: ${preview.locked.join(', ')}.`
  const found = damagedFiles().filter((one) => !known.includes(one))
  const damage = found.map((one) => ` ${one.file} was damaged, and kept as ${one.aside ?? 'it was'}.`)
  const unrecorded = isRecorded
    ? ''
    : ' The record of who did what could not be written: the next start does.'
  print(`${done}.${locked}${damage.join('')}${unrecorded}`)
  return 0
}

const problems: Readonly<Record<ProfileProblem['kind'], string>> = {
  not_json: 'this is not JSON',
  not_profile: 'this is no profile of Countertop',
  newer: 'a newer version of Countertop wrote it',
  unknown: 'there is no such setting',
  own: 'this is of one counter, and is in no profile',
  value: 'this value cannot be used',
}

export const problemText = ({ kind, line, field, allowed, unit }: ProfileProblem): string =>
  [
    ...(line === null ? [] : [`line ${line}`]),
    ...(field === null ? [] : [field]),
    `${problems[kind]}${allowed === undefined ? '' : ` (allowed: ${allowed}${unit === undefined ? '' : `; in ${unit}`})`}`,
  ].join(', ')

/** Electron's lock is a link that names the computer and the process; after a crash that process no longer exists. */
async function isLocked(folder: string): Promise<boolean> {
  const lock = join(folder, 'SingletonLock')
  const found = await lstat(lock).catch(() => null)
  if (found === null || !found.isSymbolicLink()) return false
  const pid = Number((await readlink(lock)).split('-').at(-1))
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
