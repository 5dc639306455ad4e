import { pressKey } from '../device/actions.ts'
import { approve } from './approve.ts'
import { cooperate } from './cooperative.ts'
import type { Script } from './script.ts'

/** Green on an empty pad: credit goes on to the signature, debit insists on its PIN. */
export const pinBypass: Script = {
  ...approve,
  summary: 'Goes on without a PIN, and signs (with include_pin)',
  answer: (screen, customer) =>
    screen.kind === 'pin' && screen.notice === '' ? pressKey('green') : cooperate(screen, customer),
}
