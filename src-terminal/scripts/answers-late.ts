import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** `answer_delay_ms` makes it later still: a result of 121 s comes after the prompt's time. */
export const answersLate: Script = {
  ...approve,
  summary: 'Holds every result back for 5 s, and sends it even when it was cancelled meanwhile',
  condition: { answerDelayMs: 5000 },
}
