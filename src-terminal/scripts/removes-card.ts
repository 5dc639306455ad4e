import { approve } from './approve.ts'
import { cooperate } from './cooperative.ts'
import type { Script } from './script.ts'

/** Before the card data left the terminal: the prompt ends (card_removed) and nothing was charged. */
export const removesCard: Script = {
  ...approve,
  summary: 'Takes the card out while it is being read',
  answer(screen, customer) {
    const tooEarly = ['reading_card', 'choose_application', 'pin'].includes(screen.kind)
    return tooEarly ? { kind: 'remove_card' } : cooperate(screen, customer)
  },
}
