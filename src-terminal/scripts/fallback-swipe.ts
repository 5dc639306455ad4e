import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** The chip cannot be read: the stripe takes its place (FallbackSwipe). */
export const fallbackSwipe: Script = {
  ...approve,
  summary: 'Inserts a card with a worn chip three times, then swipes it',
  customer: { ...approve.customer, wear: 'worn chip' },
}
