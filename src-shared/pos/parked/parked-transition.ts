import type { SaleEvent } from '../sale/sale-events.ts'
import { closeUnpaid } from '../transition/after-card.ts'
import { approve } from '../transition/at-card.ts'
import { go, manyRefusals, type Step } from '../transition/step.ts'
import { transition } from '../transition/transition.ts'
import type { ParkedSale } from './parked-sale.ts'

/** Whether its outcome is known and nothing is to be decided: it stays in the list until it is acknowledged. */
export const isSettled = ({ state }: ParkedSale): boolean =>
  state.kind === 'approved' || state.kind === 'declined' || state.kind === 'stopped'

const dayMs = 86_400_000

/**
 * Whether a person may put it away although its outcome is not known: the service has shown no intent of it for a day,
 * however often it was asked. As long as no intent is known, this counter asks for no card.
 */
export const isBeyondFinding = ({ state, parked_at }: ParkedSale, now: number): boolean =>
  state.kind === 'checking' &&
  state.sale.intent_id === null &&
  state.refusals >= manyRefusals &&
  now - Date.parse(parked_at) >= dayMs

/** Whether a manager may write down what became of it: it is still looked up, and nobody has written yet. */
export const isRecordable = (one: ParkedSale): boolean => isLookedUp(one) && one.record === undefined

/** Whether a statement of a person's stands for its outcome, which is still not known. */
export const isRecorded = (one: ParkedSale): boolean => isLookedUp(one) && one.record !== undefined

const isLookedUp = ({ state: { kind } }: ParkedSale): boolean =>
  kind === 'checking' || kind === 'voiding' || kind === 'capturing'

/** The terminal is the next customer's. */
const besideTheTerminal = ({ state, effects }: Step): Step =>
  go(state, ...effects.filter(({ kind }) => kind !== 'show_outcome' && kind !== 'cancel_terminal'))

/** What comes next for a parked sale: as at the counter, but whether a payment is kept is always a person's choice. */
export function parkedTransition({ state }: ParkedSale, event: SaleEvent): Step {
  // The customer has left: nobody signs any more.
  if (event.kind === 'decide' && event.choice === 'keep' && state.kind === 'deciding') {
    return approve(state.sale, state.payment, null)
  }
  const step = besideTheTerminal(transition(state, event))
  const { state: next } = step
  if (next === state) return step
  switch (next.kind) {
    case 'approved':
    case 'signing':
      // What was captured is what the customer had.
      if (state.kind === 'approved' || state.kind === 'capturing') return step
      // Held for a tab, of which nothing is paid yet: it is closed or given back from there.
      if (next.sale.tab?.stage === 'opening') return approve(next.sale, next.payment, null)
      return go({ kind: 'deciding', sale: next.sale, payment: next.payment, because: 'parked', sign: false })
    case 'declined':
    case 'stopped':
      // A tab that was not captured is open as before.
      if (state.kind === 'capturing') return step
      return go(next, ...step.effects, ...closeUnpaid(next))
    default:
      return step
  }
}
