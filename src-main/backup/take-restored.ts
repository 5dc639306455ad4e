import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { counterParts } from './counter-parts.ts'

/** A backup that was opened; what it holds of the counter is in `counter`. */
export const stagedFolder = (folder: string): string => join(folder, 'restore')
/** It is whole and ready: from here on it takes the counter's place, whatever happens meanwhile. */
export const restoreMark = (folder: string): string => join(folder, 'restore.ready.json')

/** It has taken the counter's place, and the record of who did what does not say so yet. */
export const takenMark = (folder: string): string => join(folder, 'restore.taken.json')
/** Copies that a backup is made of: nothing where none is being made. */
export const backupStaging = (folder: string): string => join(folder, 'backup-staging')
/** Among them: where the backup is written until it is whole. */
export const unfinishedMark = (folder: string): string => join(backupStaging(folder), 'unfinished.txt')

/** What a backup that was cut off has left where it was to go: without waiting for a drive that may not answer. */
async function sweepUnfinished(folder: string): Promise<void> {
  // At once: the mark goes with the copies.
  const path = readFileSync(unfinishedMark(folder), 'utf8')
  if (path.endsWith(unfinishedEnding)) await rm(path, { force: true })
}
export const unfinishedEnding = '.new'

export interface RestoreMark {
  /** Into which folder goes what was there. */
  readonly former: string
  /** Of counterParts, those that the backup has. */
  readonly parts: readonly string[]
}

/**
 * Before anything of the counter is read: what a restore has left ready takes its place, part by part, and what was there goes
 * into a folder beside. Cut off anywhere, the next start goes on with it: while there is the mark the counter does not open, until
 * the mark is there nothing was changed, and when it is gone all of it was.
 *
 * @returns whether one has, and nobody has written it down
 * @throws where the system moves no file: then the counter must not open
 */
export function takeRestored(folder: string): boolean {
  const staged = stagedFolder(folder)
  const mark = restoreMark(folder)
  if (!existsSync(mark)) {
    if (existsSync(unfinishedMark(folder))) void sweepUnfinished(folder).catch(() => undefined)
    for (const left of [staged, backupStaging(folder)]) rmSync(left, { recursive: true, force: true })
    return existsSync(takenMark(folder))
  }
  // Written as a whole, by us.
  const { former, parts } = JSON.parse(readFileSync(mark, 'utf8')) as RestoreMark
  const beside = join(folder, former)
  mkdirSync(beside, { recursive: true, mode: 0o700 })
  for (const part of counterParts) {
    const next = join(staged, 'counter', part)
    const live = join(folder, part)
    const isTaken = parts.includes(part) && !existsSync(next)
    if (isTaken) continue
    if (existsSync(live)) renameSync(live, join(beside, part))
    if (existsSync(next)) renameSync(next, live)
  }
  sync(beside)
  sync(folder)
  renameSync(mark, takenMark(folder))
  sync(folder)
  rmSync(staged, { recursive: true, force: true })
  return true
}

function sync(folder: string): void {
  if (process.platform === 'win32') return
  const file = openSync(folder, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
