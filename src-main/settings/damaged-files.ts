import { createHash } from 'node:crypto'
import { copyFile, readFile, rename } from 'node:fs/promises'
import { basename } from 'node:path'
import type { DamagedFile } from '../../src-shared/pos/installer-tools/damaged-file.ts'

/** What was found damaged since the start. One list for all: a file is read in many places, and none may be silent. */
const found = new Map<string, DamagedFile>()
const listeners = new Set<(file: DamagedFile) => void>()

export const damagedFiles = (): readonly DamagedFile[] => [...found.values()]

/** Called for each from now on, and at once for those that are known. @returns the function that ends it */
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
 * Keeps what cannot be understood beside, under a name of its content: what is found again is not kept twice.
 * @param move it leaves its place, for something whole takes it
 * @returns the name it has now; null where it could not be kept
 */
export async function putAside(path: string, move: boolean): Promise<string | null> {
  try {
    const digest = createHash('sha256').update(await readFile(path))
    const aside = `${path}.damaged-${digest.digest('hex').slice(0, 8)}`
    if (move) await rename(path, aside)
    else await copyFile(path, aside)
    return basename(aside)
  } catch {
    return null
  }
}

/** One that nothing may stand in for: it stays where it is, and a copy outlives whoever sets it up anew. */
export async function keepDamaged(path: string): Promise<void> {
  const aside = await putAside(path, false)
  reportDamagedFile(path, {
    what: aside === null ? 'unreadable' : 'field',
    field: null,
    used: 'closed',
    aside,
  })
}
