import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** A tap: no name, no PIN, and no signature for small amounts. More than the limit for taps is paid by chip. */
export const contactless: Script = {
  ...approve,
  summary: 'Holds the card against the terminal; above 250.00 inserts it, as it is told',
  customer: { ...approve.customer, entry: 'tap' },
}
