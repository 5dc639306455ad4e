import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Maximum bytes of a log file, and the number of full files kept beside it: 20 MB in all. */
const mostBytes = 5_000_000
const kept = 3
/** Maximum bytes that wait for a disk that is full: the first of the lines that tell why. */
const mostWaiting = 100_000

/**
 * A log that cannot fill the disk: a full file becomes `NAME.1`, the one before `NAME.2`, and the oldest is deleted.
 * Never throws: a log that cannot be written must not end a sale. What the disk does not take is written with the next
 * line that it takes, also where the log could not be opened at the start.
 */
export function openRotatedFile(
  path: string,
  limit = mostBytes,
  rename: typeof renameSync = renameSync,
): { write(text: string): void } {
  /** Null while it cannot be opened: a closed file's descriptor is soon that of another file, such as the journal. */
  let file: number | null = null
  let size = 0
  /** The size at which it is rotated: larger for a while where another program has the full file open (Windows). */
  let full = limit
  let waiting = Buffer.alloc(0)

  function open(): number {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const opened = openSync(path, 'a', 0o600)
    file = opened
    size = fstatSync(opened).size
    return opened
  }

  function rotate(): void {
    const open = file
    file = null
    if (open !== null) closeSync(open)
    const named = (age: number): string => (age === 0 ? path : `${path}.${age}`)
    // Up to the first age without a file: after a rotation that failed midway, the older ones stay where they are.
    const ages = Array.from({ length: kept }, (_, age) => age)
    const free = ages.find((age) => !existsSync(named(age + 1))) ?? kept - 1
    try {
      for (let age = free; age >= 0; age -= 1) rename(named(age), named(age + 1))
      full = limit
    } catch {
      full = size + limit / 100
    }
  }

  function writeWaiting(): void {
    try {
      if (file !== null && size >= full) rotate()
      const into = file ?? open()
      const written = writeSync(into, waiting)
      size += written
      waiting = waiting.subarray(written)
    } catch {
      // The disk is full or gone.
    }
  }

  return {
    write(text) {
      const line = Buffer.from(text)
      const fits = (): boolean => waiting.length === 0 || waiting.length + line.length <= mostWaiting
      // The disk may have space again: the line is dropped only if what waits for it still cannot be written.
      if (!fits()) writeWaiting()
      if (!fits()) return
      waiting = Buffer.concat([waiting, line])
      writeWaiting()
    },
  }
}
