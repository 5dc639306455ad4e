import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** As approve, with a tip of 20 percent: by its button, else typed. */
export const tip20: Script = {
  ...approve,
  summary: 'Tips 20 %, then pays as in approve',
  customer: { ...approve.customer, tip: '20%' },
}
