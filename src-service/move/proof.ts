import { isDeepStrictEqual } from 'node:util'
import { createDigest, type TableDigest } from './digest.ts'
import { createSums, type MoneySums } from './sums.ts'
import type { MovedRow } from './what-is-moved.ts'

/** The content of a table on one side. */
export interface TableContent extends TableDigest {
  readonly sums: readonly MoneySums[]
}

/** A table as it was read back from both sides. */
export interface TableProof {
  readonly name: string
  readonly sqlite: TableContent
  readonly postgres: TableContent
}

/** Collects the content of a table row by row. */
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

/** Returns one line for each table that differs; empty if both sides are the same. */
export const differences = (proofs: readonly TableProof[]): readonly string[] =>
  proofs.flatMap(({ name, sqlite, postgres }) => {
    if (isDeepStrictEqual(sqlite, postgres)) return []
    if (sqlite.rows !== postgres.rows)
      return [`${name}: ${sqlite.rows} rows in SQLite, ${postgres.rows} in PostgreSQL`]
    return [`${name}: ${sqlite.rows} rows on both sides, but not the same`]
  })
