import { readFile, rm } from 'node:fs/promises'
import type { ProfileSettings } from '../../src-shared/pos/installer-tools/profile.ts'
import { replaceFile } from '../files/write-whole.ts'
import { reportDamagedFile } from '../settings/damaged-files.ts'
import { readProfile } from './read-profile.ts'

/**
 * The organisation's settings, which cannot be changed at the counter. An invalid file is reported, and the last valid
 * one stays in force: a typing error must not unlock a thousand counters.
 *
 * @param kept where the last valid file is kept
 */
export async function readManagedProfile(path: string, kept: string): Promise<ProfileSettings> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      await rm(kept, { force: true }).catch(() => undefined)
      return {}
    }
    return lastGood({ what: 'unreadable', field: null })
  }
  const read = readProfile(text)
  if (read.ok) {
    // Only if it has changed: a counter starts often.
    const before = await readFile(kept, 'utf8').catch(() => null)
    if (before !== text) await replaceFile(kept, text).catch(() => undefined)
    return read.value
  }
  const [first] = read.error
  const what = first?.kind === 'not_json' || first?.kind === 'newer' ? first.kind : 'field'
  return lastGood({ what, field: first?.field ?? null })

  async function lastGood(damage: {
    readonly what: 'not_json' | 'field' | 'newer' | 'unreadable'
    readonly field: string | null
  }) {
    const good = await readFile(kept, 'utf8').then(readProfile, () => null)
    // The file belongs to the administrator, so it is not moved.
    reportDamagedFile(path, { ...damage, used: good?.ok ? 'last_good' : 'defaults', aside: null })
    return good?.ok ? good.value : {}
  }
}
