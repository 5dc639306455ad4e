import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** Nobody is there: every prompt runs into its time limit. */
export const silent: Script = {
  ...approve,
  summary: 'Does nothing at all',
  answer: () => null,
}
