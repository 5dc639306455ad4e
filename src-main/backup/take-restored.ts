import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cannotFlushFolders } from '../../src-shared/folder-flush.ts'
import { moveFileSync } from '../files/move-file.ts'
import { counterParts } from './counter-parts.ts'

/** The folder of an opened backup; the counter's files are in `counter`. */
export const stagedFolder = (folder: string): string => join(folder, 'restore')
/** Marks a complete restore: from here on it is carried out, even after a crash. */
export const restoreMark = (folder: string): string => join(folder, 'restore.ready.json')

/** Marks a restore that is done but not yet recorded in the audit. */
export const takenMark = (folder: string): string => join(folder, 'restore.taken.json')
/** The copies for a backup; absent while none is being made. */
export const backupStaging = (folder: string): string => join(folder, 'backup-staging')
/** Among the copies: the path of the backup while it is incomplete. */
export const unfinishedMark = (folder: string): string => join(backupStaging(folder), 'unfinished.txt')

/** Removes an incomplete backup from its target, without waiting for a drive that may not answer. */
async function sweepUnfinished(folder: string): Promise<void> {
  // Read synchronously: the mark is removed with the copies.
  const path = readFileSync(unfinishedMark(folder), 'utf8')
  if (path.endsWith(unfinishedEnding)) await rm(path, { force: true })
}
export const unfinishedEnding = '.new'

export interface RestoreMark {
  /** The folder for the former files. */
  readonly former: string
  /** The counterParts that the backup contains. */
  readonly parts: readonly string[]
}

/**
 * Carries out a prepared restore before any data of the counter is read: moves the backup's parts into place, and the
 * former ones to a folder beside them. After an interruption the next start continues. The counter does not open while
 * the mark exists; before the mark nothing was changed, and once it is removed everything was.
 *
 * @returns whether a restore was done that is not recorded yet
 * @throws where a file cannot be moved: then the counter must not open
 */
export function takeRestored(folder: string): boolean {
  const staged = stagedFolder(folder)
  const mark = restoreMark(folder)
  if (!existsSync(mark)) {
    if (existsSync(unfinishedMark(folder))) void sweepUnfinished(folder).catch(() => undefined)
    for (const left of [staged, backupStaging(folder)]) removeLeft(left)
    return existsSync(takenMark(folder))
  }
  // Written atomically by this program.
  const { former, parts } = JSON.parse(readFileSync(mark, 'utf8')) as RestoreMark
  const beside = join(folder, former)
  mkdirSync(beside, { recursive: true, mode: 0o700 })
  for (const part of counterParts) {
    const next = join(staged, 'counter', part)
    const live = join(folder, part)
    const isTaken = parts.includes(part) && !existsSync(next)
    if (isTaken) continue
    if (existsSync(live)) moveFileSync(live, join(beside, part))
    if (existsSync(next)) moveFileSync(next, live)
  }
  sync(beside)
  sync(folder)
  moveFileSync(mark, takenMark(folder))
  sync(folder)
  removeLeft(staged)
  return true
}

/** What another program has open is removed at the next start: it does not stop the counter. */
function removeLeft(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch {
    // Windows refuses to remove an open file.
  }
}

function sync(folder: string): void {
  if (process.platform === 'win32') return
  const file = openSync(folder, 'r')
  try {
    fsyncSync(file)
  } catch (error) {
    if (!cannotFlushFolders(error)) throw error
  } finally {
    closeSync(file)
  }
}
