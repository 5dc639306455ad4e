import { pressKey } from '../device/actions.ts'
import { plausibleSignature } from '../prompts/signature/plausible.ts'
import { cooperate, typeDigits } from './cooperative-customer.ts'
import { plasticOf, type Script } from './script.ts'

/** Customers who deviate from the screen's request at one or a few screens. */
type Behaves = Script['answer']

/** Types the tip, even if a preset has the same amount. */
export const typesTheTip: Behaves = (screen, customer) =>
  screen.kind === 'tip' && screen.custom
    ? { kind: 'choose_tip', choice: { kind: 'custom' } }
    : cooperate(screen, customer)

/** Chooses a tip, then presses the red key at every other prompt. */
export const cancels: Behaves = (screen, customer) => {
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
}

/** The stripe's service code shows that there is a chip, and the terminal requires it. */
export const swipesFirst: Behaves = (screen, customer) =>
  screen.kind === 'waiting_for_card' && screen.notice === '' && screen.swipe
    ? { kind: 'swipe_card', card: plasticOf(customer) }
    : cooperate(screen, customer)

/** The chip refuses the first PIN, and the terminal asks again. */
export const mistypesThePin: Behaves = (screen, customer) =>
  screen.kind === 'pin' && screen.notice === ''
    ? typeDigits('9999', screen.digits)
    : cooperate(screen, customer)

/** Green on an empty pad: credit continues with the signature, debit requires its PIN. */
export const bypassesThePin: Behaves = (screen, customer) =>
  screen.kind === 'pin' && screen.notice === '' ? pressKey('green') : cooperate(screen, customer)

/** Before the card data left the terminal: the prompt ends (card_removed) and nothing was charged. */
export const removesTheCard: Behaves = (screen, customer) => {
  const tooEarly = ['reading_card', 'choose_application', 'pin'].includes(screen.kind)
  return tooEarly ? { kind: 'remove_card' } : cooperate(screen, customer)
}

/** Only the strokes on the pad at the end are the signature. */
export const signsTwice: Behaves = (screen, customer) => {
  if (screen.kind !== 'signing' || screen.cleared > 0) return cooperate(screen, customer)
  return screen.strokes.length === 0
    ? { kind: 'draw', strokes: plausibleSignature(1) }
    : { kind: 'clear_signature' }
}

export const loadsPaper: Behaves = (screen, customer) =>
  screen.kind === 'paper_out' ? { kind: 'load_paper', loaded: true } : cooperate(screen, customer)

/** Duration of the network failure, in ms. */
const outageMs = 3000

/**
 * The network fails right after the card data was sent, in the middle of the authorization. The terminal reconnects a
 * little later and does not know the outcome.
 */
export const losesTheNetwork: Behaves = (screen, customer) =>
  screen.kind === 'processing' ? { kind: 'lose_network', forMs: outageMs } : cooperate(screen, customer)

/** Duration of a start, in ms. */
const startMs = 8000

/** The power fails at every prompt for a card: the prompt is lost, the link ends, and the restart sends a new hello. */
export const restartsTheTerminal: Behaves = (screen, customer) =>
  screen.kind === 'waiting_for_card' ? { kind: 'reboot', forMs: startMs } : cooperate(screen, customer)
