import { approve } from './approve.ts'
import { cooperate, typeDigits } from './cooperative.ts'
import type { Script } from './script.ts'

/** The chip says no to the first PIN, and the terminal asks again. */
export const wrongPin: Script = {
  ...approve,
  summary: 'Types a wrong PIN once, then the right one (with include_pin)',
  answer: (screen, customer) =>
    screen.kind === 'pin' && screen.notice === ''
      ? typeDigits('9999', screen.digits)
      : cooperate(screen, customer),
}
