import type { SaleIn } from '../sale/sale.ts'
import type { SaleEvent, SaleEventIn } from '../sale/sale-events.ts'
import { addTip, fromUpdating, go, presentCard, type Step, stay, stop, towardsCard } from './step.ts'

/**
 * From the charge until the card is presented. No money can move here: every failure stops the sale, which can continue
 * from there with the same intent.
 */
export function fromReady(state: SaleIn<'ready'>, event: SaleEvent): Step {
  // Main has validated the window's charge. A sale from any other source must not be of 0 either.
  if (event.kind !== 'charge' || !(event.sale.amount >= 1)) return stay(state)
  const sale = {
    ...event.sale,
    order: event.sale.order ?? null,
    tip: 0,
    started_at: event.at,
    intent_id: null,
    attempt: 1,
    tip_settled: false,
    failed_payments: [],
    voids: 0,
    bill: event.sale.bill ?? null,
    tab: event.sale.tab ?? null,
    person_id: event.person_id ?? null,
    surcharge_rule: event.sale.surcharge_rule ?? null,
    surcharge: 0,
    surcharge_sent: false,
    no_surcharge: null,
    customer: event.sale.customer ?? null,
    token: event.sale.token ?? null,
  }
  return go({ kind: 'creating', sale }, { kind: 'create_intent', sale })
}

export function fromCreating(state: SaleIn<'creating'>, event: SaleEvent): Step {
  switch (event.kind) {
    case 'intent_created':
      return towardsCard({ ...state.sale, intent_id: event.intent_id }, event.tips, event.at)
    case 'create_failed':
      return go(stop(state.sale, event.reason, event.detail, { can_retry: event.reason !== 'refused' }))
    case 'cancel':
      return go(stop(state.sale, 'cancelled_by_cashier', ''))
    default:
      return stay(state)
  }
}

export function fromChoosingTip(state: SaleIn<'choosing_tip'>, event: SaleEvent): Step {
  switch (event.kind) {
    case 'tip_chosen':
      if (state.cancelling) return go(stop(state.sale, 'cancelled_by_cashier', ''))
      return event.tip === 0 ? presentCard(state.sale, event.at) : addTip({ ...state.sale, tip: event.tip })
    case 'tip_failed':
      return tipFailed(state, event)
    case 'skip_tip': {
      if (state.cancelling) return stay(state)
      const { state: next, effects } = presentCard(state.sale, event.at)
      return go(next, { kind: 'cancel_terminal' }, ...effects)
    }
    case 'cancel':
      return go({ ...state, cancelling: true }, { kind: 'cancel_terminal' })
    default:
      return stay(state)
  }
}

function tipFailed(state: SaleIn<'choosing_tip'>, event: SaleEventIn<'tip_failed'>): Step {
  const reason = state.cancelling ? 'cancelled_by_cashier' : event.reason
  const stopped = stop(state.sale, reason, event.detail)
  // Without an answer the terminal may still show the prompt.
  return event.reason === 'service_unreachable' ? go(stopped, { kind: 'cancel_terminal' }) : go(stopped)
}

export const fromAddingTip = (state: SaleIn<'adding_tip'>, event: SaleEvent): Step =>
  fromUpdating(state, event, (at) => presentCard(state.sale, at))
