import { approve } from './approve.ts'
import { cooperate } from './cooperative.ts'
import { plasticOf, type Script } from './script.ts'

/** The stripe says that there is a chip, and the terminal insists on it. */
export const swipesChipCard: Script = {
  ...approve,
  summary: 'Swipes a card with a chip, is told to insert it, and does',
  answer: (screen, customer) =>
    screen.kind === 'waiting_for_card' && screen.notice === '' && screen.swipe
      ? { kind: 'swipe_card', card: plasticOf(customer) }
      : cooperate(screen, customer),
}
