import { assertNever } from '../../result.ts'
import type { SaleFacts, SaleState } from '../sale/sale.ts'
import type { SaleEvent } from '../sale/sale-events.ts'
import {
  fromApproved,
  fromDeciding,
  fromDeclined,
  fromSigning,
  fromStopped,
  fromVoiding,
} from './after-card.ts'
import { fromAuthorizing, fromChecking } from './at-card.ts'
import { fromAddingTip, fromChoosingTip, fromCreating, fromReady } from './before-card.ts'
import { fromCapturing } from './capture.ts'
import { afterRestart } from './restart.ts'
import { type Step, stay } from './step.ts'
import { fromAddingSurcharge, fromConfirming, fromReadingCard } from './surcharge.ts'

/**
 * The only way from one state of a sale to the next. Pure: no clock, no randomness, no input or output. Events
 * carry times and ids; effects are what main must do once the new state is journaled.
 *
 *                               cancel, refusal, no answer: nothing can have been charged yet
 *            ┌───────────────┬───────────────┬──────────────┐
 *   ready ▶ creating ▶ choosing_tip ▶ adding_tip ▶ authorizing ──not sent──────────▶ stopped
 *            │   no tips ────┴── 0, skip ────────────▲ │ │ │ ▲                          │ ▲ ▲
 *            ▼                                       │ │ │ │ └──── retry (attempt+1) ───┘ │ │
 *          stopped                            declined◀┘ │ └─unknown▶ checking ──absent───┘ │
 *                                                        │              │ ▲ └─wait, again    │
 *                                     paid ◀─────────────┴──────────────┘ (growing pauses)   │
 *                                      │                                                     │
 *          approved ◀─ signing? ◀──────┤ partial, or after a cancel                          │
 *             ▲  │                     └──────────▶ deciding ──void──▶ voiding ──voided──────┘
 *             │  └─finish▶ ready                       │keep              └ unknown: look up, then again
 *             └──────────── signing? ◀─────────────────┘   (signing, and authorizing once approved, ──void▶ voiding)
 *   where the shop adds a surcharge, between the tip and authorizing: reading_card ▶ confirming ▶ adding_surcharge
 *   (surcharge.ts)
 *   a tab that is closed: capturing (capture.ts) ▶ approved | stopped
 *
 * An event that does not fit the state, or belongs to another sale, attempt or void, changes nothing and returns the same
 * state object without effects.
 */
export function transition(state: SaleState, event: SaleEvent): Step {
  if (event.kind === 'restarted') return afterRestart(state)
  if ('sale_id' in event && !isOurs(state, event)) return stay(state)
  switch (state.kind) {
    case 'ready':
      return fromReady(state, event)
    case 'creating':
      return fromCreating(state, event)
    case 'choosing_tip':
      return fromChoosingTip(state, event)
    case 'adding_tip':
      return fromAddingTip(state, event)
    case 'reading_card':
      return fromReadingCard(state, event)
    case 'confirming':
      return fromConfirming(state, event)
    case 'adding_surcharge':
      return fromAddingSurcharge(state, event)
    case 'authorizing':
      return fromAuthorizing(state, event)
    case 'checking':
      return fromChecking(state, event)
    case 'declined':
      return fromDeclined(state, event)
    case 'deciding':
      return fromDeciding(state, event)
    case 'voiding':
      return fromVoiding(state, event)
    case 'capturing':
      return fromCapturing(state, event)
    case 'signing':
      return fromSigning(state, event)
    case 'approved':
      return fromApproved(state, event)
    case 'stopped':
      return fromStopped(state, event)
    default:
      return assertNever(state)
  }
}

type AnswerEvent = Extract<SaleEvent, { sale_id: string }>

const isOurs = (state: SaleState, event: AnswerEvent): boolean =>
  state.kind !== 'ready' && state.sale.id === event.sale_id && isThisAttempt(state.sale, event)

/** An intent is created once for all attempts of its sale. */
const isThisAttempt = ({ attempt, voids }: SaleFacts, event: AnswerEvent): boolean =>
  event.kind === 'intent_created' || (event.attempt === attempt && (event.voids ?? voids) === voids)
