import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** The card is presented, and its result sent, after the cancel. `think_ms` makes the customer slower still. */
export const ignoresCancel: Script = {
  ...approve,
  summary: 'Takes 3 s for each step and does not hear when the POS cancels',
  condition: { ignoresCancel: true },
  thinkMs: 3000,
}
