import { pressKey } from '../device/actions.ts'
import { approve } from './approve.ts'
import { cooperate } from './cooperative.ts'
import type { Script } from './script.ts'

/** The customer thinks better of it: chooses a tip, then presses the red key at every other prompt. */
export const customerCancels: Script = {
  ...approve,
  summary: 'Presses the red key when the card, a signature or anything else is asked for',
  answer(screen, customer) {
    switch (screen.kind) {
      case 'waiting_for_card':
      case 'typing':
      case 'pin':
      case 'signing':
      case 'confirm':
      case 'input':
        return pressKey('red')
      default:
        return cooperate(screen, customer)
    }
  },
}
