import { hash } from 'node:crypto'
import type { MovedRow } from './what-is-moved.ts'

/** Digest of the rows of a table, independent of the order in which they are read. */
export interface TableDigest {
  readonly rows: number
  /** Hexadecimal, 256 bits. */
  readonly digest: string
}

const words = 8

/**
 * Adds up the SHA-256 of each row. Two tables with the same rows have the same sum, in whatever order the engines read
 * them. A missing, duplicate or changed row gives another sum.
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
