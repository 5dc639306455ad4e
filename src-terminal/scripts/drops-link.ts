import { approve } from './approve.ts'
import { cooperate } from './cooperative.ts'
import type { Script } from './script.ts'

/** How long the network is gone, ms. */
const outageMs = 3000

/**
 * The network fails right after the card data left, which is in the middle of the authorization; the terminal
 * is back a little later and knows nothing of how it went (terminal.md, failure 7).
 */
export const dropsLink: Script = {
  ...approve,
  summary: 'Loses the network right after the card was sent, and is back 3 s later',
  answer: (screen, customer) =>
    screen.kind === 'processing' ? { kind: 'lose_network', forMs: outageMs } : cooperate(screen, customer),
}
