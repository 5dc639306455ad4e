import type { Words } from '../i18n/words.ts'
import type { FieldProblem } from './payment-details.ts'

export const problemText = (words: Words, problem: FieldProblem | undefined): string | null =>
  problem === undefined
    ? null
    : words(problem.key, problem.digits === undefined ? {} : { digits: problem.digits })
