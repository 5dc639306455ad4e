import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Maximum bytes of a log file, and the number of full files kept beside it: 20 MB in all. */
const mostBytes = 5_000_000
const kept = 3

/**
 * A log that cannot fill the disk: a full file becomes `NAME.1`, the one before `NAME.2`, and the oldest is deleted.
 * Never throws after it was opened: a log that cannot be written must not end a sale.
 */
export function openRotatedFile(path: string, limit = mostBytes): { write(text: string): void } {
  /** Null while it cannot be opened: a closed file's descriptor is soon that of another file, such as the journal. */
  let file: number | null = null
  let size = 0

  function open(): number {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const opened = openSync(path, 'a', 0o600)
    file = opened
    size = fstatSync(opened).size
    return opened
  }

  function rotate(): void {
    const full = file
    file = null
    if (full !== null) closeSync(full)
    for (let age = kept; age > 0; age -= 1) {
      try {
        renameSync(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`)
      } catch {
        // There is no file of that age yet.
      }
    }
  }

  open()
  return {
    write(text) {
      try {
        if (file !== null && size >= limit) rotate()
        const into = file ?? open()
        size += writeSync(into, text)
      } catch {
        // The disk is full or gone.
      }
    },
  }
}
