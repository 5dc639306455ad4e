import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Files that only their owner may read. What these functions have done outlives a power cut. */

/** @returns null when there is none. */
export function readSecretFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/**
 * Writes a file whole, or not at all.
 * @throws when it exists: a key is never overwritten.
 */
export function writeSecretFile(path: string, text: string): void {
  const draft = writeDraft(path, text)
  try {
    linkSync(draft, path)
  } finally {
    unlinkSync(draft)
  }
  syncFolder(path)
}

/** The same in the place of a file that is there: at every moment it is the old one or the new one, whole. */
export function replaceSecretFile(path: string, text: string): void {
  renameSync(writeDraft(path, text), path)
  syncFolder(path)
}

export function removeSecretFile(path: string): void {
  rmSync(path, { force: true })
  syncFolder(path)
}

function writeDraft(path: string, text: string): string {
  removeDrafts(path)
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return draft
}

/** Those of a process that was cut off: they hold keys. One process alone writes in the folder (data-directory.ts). */
function removeDrafts(path: string): void {
  const folder = dirname(path)
  const name = basename(path)
  for (const entry of readdirSync(folder)) {
    if (entry.startsWith(`${name}.`) && entry.endsWith('.draft')) rmSync(join(folder, entry), { force: true })
  }
}

/** A new name, or one that is gone, is on the disk only with its folder. Windows cannot open one, and needs not. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
