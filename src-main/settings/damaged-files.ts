import { createHash } from 'node:crypto'
import { copyFile, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { DamagedFile } from '../../src-shared/pos/installer-tools/damaged-file.ts'
import { moveFile } from '../files/move-file.ts'

/** Files found damaged since the start. One list for all places that read files, so that every damage is shown. */
const found = new Map<string, DamagedFile>()
const listeners = new Set<(file: DamagedFile) => void>()

export const damagedFiles = (): readonly DamagedFile[] => [...found.values()]

/** Called at once for known files, and then for each new one. @returns a function that ends this */
export function followDamagedFiles(listener: (file: DamagedFile) => void): () => void {
  for (const file of found.values()) listener(file)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function reportDamagedFile(path: string, damage: Omit<DamagedFile, 'file'>): void {
  const file = { file: basename(path), ...damage }
  const known = found.get(path)
  if (known !== undefined && JSON.stringify(known) === JSON.stringify(file)) return
  found.set(path, file)
  for (const listener of listeners) listener(file)
}

/**
 * Moves or copies an unreadable file to a name derived from its content, so that the same content is kept only once.
 * @param move whether the file itself is moved, because a valid one replaces it
 * @returns the new name; null where it could not be kept
 */
export async function putAside(path: string, move: boolean): Promise<string | null> {
  try {
    const digest = createHash('sha256').update(await readFile(path))
    const aside = `${path}.damaged-${digest.digest('hex').slice(0, 8)}`
    if (move) await moveFile(path, aside)
    else await copyFile(path, aside)
    return basename(aside)
  } catch {
    return null
  }
}

/** For a damaged file without a substitute: it stays in place, and a copy remains after a new one is set up. */
export async function keepDamaged(path: string): Promise<void> {
  const aside = await putAside(path, false)
  reportDamagedFile(path, {
    what: aside === null ? 'unreadable' : 'field',
    field: null,
    used: 'closed',
    aside,
  })
}
