import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** After the third wrong PIN the chip takes no more, and the prompt ends (pin_blocked). */
export const pinBlocked: Script = {
  ...approve,
  summary: 'Types a wrong PIN three times (with include_pin)',
  customer: { ...approve.customer, pin: '9999' },
}
