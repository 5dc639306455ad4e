/** A fault that no test can notice, or need not: what stays the same with it is said here. */
export interface ExplainedMutant {
  readonly file: string
  /** As `npm run mutants` prints it; the line may move. */
  readonly what: string
  readonly why: string
}

export const explainedMutants: readonly ExplainedMutant[] = []
