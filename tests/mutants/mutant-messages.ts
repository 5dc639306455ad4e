import type { Mutant } from './find-mutants.ts'

export interface MutantQuestion {
  readonly mutant: Mutant
  /** Paths from the project's folder, in the order in which they are run. */
  readonly tests: readonly string[]
}

export interface MutantAnswer {
  /** The test that failed first; null: none did. */
  readonly by: string | null
  /** How many files were run until then. */
  readonly tests: number
}
