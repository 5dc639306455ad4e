import { isDeepStrictEqual } from 'node:util'
import { createDigest, type TableDigest } from './digest.ts'
import { createSums, type MoneySums } from './sums.ts'
import type { MovedRow } from './what-is-moved.ts'

/** What one side has of a table. */
export interface TableContent extends TableDigest {
  readonly sums: readonly MoneySums[]
}

/** A table as it was read back from both sides. */
export interface TableProof {
  readonly name: string
  readonly sqlite: TableContent
  readonly postgres: TableContent
}

/** Takes the rows of a table one by one. */
export function createContent(name: string, columns: readonly string[]) {
  const digest = createDigest()
  const sums = createSums(name, columns)
  return {
    add(row: MovedRow): void {
      digest.add(row)
      sums.add(row)
    },
    result: (): TableContent => ({ ...digest.result(), sums: sums.result() }),
  }
}

/** What differs, a line for each table; empty when both sides have the same. */
export const differences = (proofs: readonly TableProof[]): readonly string[] =>
  proofs.flatMap(({ name, sqlite, postgres }) => {
    if (isDeepStrictEqual(sqlite, postgres)) return []
    if (sqlite.rows !== postgres.rows)
      return [`${name}: ${sqlite.rows} rows in SQLite, ${postgres.rows} in PostgreSQL`]
    return [`${name}: ${sqlite.rows} rows on both sides, but not the same`]
  })
