import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** The chip cannot be read and there is no other reader: card_unreadable. */
export const cardUnreadable: Script = {
  ...approve,
  summary: 'Inserts a card with a worn chip at a terminal that has no stripe reader',
  customer: { ...approve.customer, wear: 'worn chip' },
  hardware: { msr: false },
}
