import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** Neither chip nor stripe can be read: the keypad takes their place (FallbackKeyed). */
export const fallbackKeyed: Script = {
  ...approve,
  summary: 'Inserts and swipes a worn-out card three times each, then types it',
  customer: { ...approve.customer, wear: 'worn out' },
}
