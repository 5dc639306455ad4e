import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** A terminal that is not sure it was heard. The second result must change nothing. */
export const answersTwice: Script = {
  ...approve,
  summary: 'Sends every result twice',
  condition: { answersTwice: true },
}
