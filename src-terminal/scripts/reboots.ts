import { approve } from './approve.ts'
import { cooperate } from './cooperative.ts'
import type { Script } from './script.ts'

/** How long it takes to start, ms. */
const startMs = 8000

/**
 * The power fails: the prompt is gone, the link drops, and the terminal says hello again when it has started. It
 * does so at every prompt for a card.
 */
export const reboots: Script = {
  ...approve,
  summary: 'Restarts by itself when the card is wanted, and is back 8 s later',
  answer: (screen, customer) =>
    screen.kind === 'waiting_for_card' ? { kind: 'reboot', forMs: startMs } : cooperate(screen, customer),
}
