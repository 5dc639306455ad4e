import { approve } from './approve.ts'
import { cooperate } from './cooperative.ts'
import type { Script } from './script.ts'

/** The customer wants none of the presets, not even when one is as much. */
export const customTip: Script = {
  ...approve,
  summary: 'Types a tip of 3.33 instead of taking a preset',
  customer: { ...approve.customer, tip: 333 },
  answer: (screen, customer) =>
    screen.kind === 'tip' && screen.custom
      ? { kind: 'choose_tip', choice: { kind: 'custom' } }
      : cooperate(screen, customer),
}
