import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Bytes of a log, and how many full ones are kept beside it: 20 MB in all, whatever happens. */
const mostBytes = 5_000_000
const kept = 3

/**
 * A log that cannot fill the disk: a full file becomes `NAME.1`, the one before `NAME.2`, and the oldest goes.
 * Never throws after it was opened: a log that cannot be written must not end a sale.
 */
export function openRotatedFile(path: string, limit = mostBytes): { write(text: string): void } {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const open = () => openSync(path, 'a', 0o600)
  let file = open()
  let size = fstatSync(file).size

  function rotate(): void {
    closeSync(file)
    for (let age = kept; age > 0; age -= 1) {
      try {
        renameSync(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`)
      } catch {
        // There is no file of that age yet.
      }
    }
    file = open()
    size = fstatSync(file).size
  }
  return {
    write(text) {
      try {
        if (size >= limit) rotate()
        size += writeSync(file, text)
      } catch {
        // The disk is full or gone.
      }
    },
  }
}
