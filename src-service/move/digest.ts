import { hash } from 'node:crypto'
import type { MovedRow } from './what-is-moved.ts'

/** What a table holds, whatever the order in which it is read. */
export interface TableDigest {
  readonly rows: number
  /** Hexadecimal, 256 bits. */
  readonly digest: string
}

const words = 8

/**
 * The SHA-256 of each row, added up: two tables with the same rows have the same, whichever order the engines read them in, and a row
 * that is missing, twice there or changed makes another.
 */
export function createDigest() {
  const sums = new Uint32Array(words)
  let rows = 0
  return {
    add(row: MovedRow): void {
      rows += 1
      const one = hash('sha256', JSON.stringify(row), 'buffer')
      for (let word = 0; word < words; word += 1) sums[word] = (sums[word] ?? 0) + one.readUInt32LE(word * 4)
    },
    result: (): TableDigest => ({
      rows,
      digest: [...sums].map((sum) => sum.toString(16).padStart(8, '0')).join(''),
    }),
  }
}
