import { approve } from './approve.ts'
import { cooperate } from './cooperative.ts'
import type { Script } from './script.ts'

/** The first receipt is not printed (paper_out), the next one is. */
export const paperOut: Script = {
  ...approve,
  summary: 'Has run out of paper; somebody puts a roll in when the screen asks for it',
  condition: { paper: false },
  answer: (screen, customer) =>
    screen.kind === 'paper_out' ? { kind: 'load_paper', loaded: true } : cooperate(screen, customer),
}
