/** A fault that tests cannot notice, or need not notice, with the reason. */
export interface ExplainedMutant {
  readonly file: string
  /** As `npm run mutants` prints it; the line number may change. */
  readonly what: string
  readonly why: string
}

export const explainedMutants: readonly ExplainedMutant[] = []
