import type { Mutant } from './find-mutants.ts'

export interface MutantQuestion {
  readonly mutant: Mutant
  /** Paths from the project's folder, in the order in which they run. */
  readonly tests: readonly string[]
}

export interface MutantAnswer {
  /** The test that failed first; null: none failed. */
  readonly by: string | null
  /** Number of files that ran until then. */
  readonly tests: number
}
