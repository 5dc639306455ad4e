import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** An old card: only its stripe. */
export const swipe: Script = {
  ...approve,
  summary: 'Swipes a card that has no chip',
  customer: { ...approve.customer, entry: 'swipe' },
}
