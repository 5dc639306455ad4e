import type { SaleEvent } from '../sale/sale-events.ts'
import { closeUnpaid } from '../transition/after-card.ts'
import { approve } from '../transition/at-card.ts'
import { go, manyRefusals, type Step } from '../transition/step.ts'
import { transition } from '../transition/transition.ts'
import type { ParkedSale } from './parked-sale.ts'

/** Whether its outcome is known and needs no decision: it stays in the list until it is acknowledged. */
export const isSettled = ({ state }: ParkedSale): boolean =>
  state.kind === 'approved' || state.kind === 'declined' || state.kind === 'stopped'

const dayMs = 86_400_000

/**
 * Whether a person may put it away with an unknown outcome: for a day the service has shown no intent for it, despite
 * repeated look-ups. Without a known intent, this counter does not ask for a card.
 */
export const isBeyondFinding = ({ state, parked_at }: ParkedSale, now: number): boolean =>
  state.kind === 'checking' &&
  state.sale.intent_id === null &&
  state.refusals >= manyRefusals &&
  now - Date.parse(parked_at) >= dayMs

/** Whether a manager may record its outcome: it is still being looked up, and there is no record yet. */
export const isRecordable = (one: ParkedSale): boolean => isLookedUp(one) && one.record === undefined

/** Whether a person's statement replaces the outcome, which is still unknown. */
export const isRecorded = (one: ParkedSale): boolean => isLookedUp(one) && one.record !== undefined

const isLookedUp = ({ state: { kind } }: ParkedSale): boolean =>
  kind === 'checking' || kind === 'voiding' || kind === 'capturing'

/** Removes effects on the terminal, which the next customer uses. */
const besideTheTerminal = ({ state, effects }: Step): Step =>
  go(state, ...effects.filter(({ kind }) => kind !== 'show_outcome' && kind !== 'cancel_terminal'))

/** The next step of a parked sale. As at the counter, except that a person always decides whether to keep a payment. */
export function parkedTransition({ state }: ParkedSale, event: SaleEvent): Step {
  // The customer has left: there is no one to sign.
  if (event.kind === 'decide' && event.choice === 'keep' && state.kind === 'deciding') {
    return approve(state.sale, state.payment, null)
  }
  const step = besideTheTerminal(transition(state, event))
  const { state: next } = step
  if (next === state) return step
  switch (next.kind) {
    case 'approved':
    case 'signing':
      // A capture is for goods that the customer received.
      if (state.kind === 'approved' || state.kind === 'capturing') return step
      // A hold for a tab is not a payment yet: it is closed or released there.
      if (next.sale.tab?.stage === 'opening') return approve(next.sale, next.payment, null)
      return go({ kind: 'deciding', sale: next.sale, payment: next.payment, because: 'parked', sign: false })
    case 'declined':
    case 'stopped':
      // A tab that was not captured stays open.
      if (state.kind === 'capturing') return step
      return go(next, ...step.effects, ...closeUnpaid(next))
    default:
      return step
  }
}
