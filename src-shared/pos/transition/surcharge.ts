import type { CardToken } from '../customer/card-token.ts'
import type { SaleFacts, SaleIn } from '../sale/sale.ts'
import type { SaleEvent, SaleEventIn } from '../sale/sale-events.ts'
import { addSurcharge, authorize, fromUpdating, go, type Step, stay, stop, transactionEnd } from './step.ts'

/**
 * Where the shop adds a surcharge, the card is read before it is charged: only a credit card bears one, and the customer
 * agrees to it on the terminal. Nothing here can move money: whatever goes wrong stops the sale, or goes on without a
 * surcharge, which is the customer's gain.
 *
 *   reading_card ─credit▶ confirming ─agreed▶ adding_surcharge ─▶ authorizing, by the card that was read
 *      │  │                    └─not agreed▶ stopped (surcharge_declined) ─waived▶ authorizing
 *      │  └─no credit card, or it cannot be worked out▶ authorizing, by the card that was read
 *      └─the terminal cannot read one▶ authorizing: the terminal asks for the card itself
 */
export function fromReadingCard(state: SaleIn<'reading_card'>, event: SaleEvent): Step {
  switch (event.kind) {
    case 'progress':
      // Of a prompt that belongs to no intent.
      return event.intent_id === null ? go({ ...state, step: event.step }) : stay(state)
    case 'card_read':
      if (state.cancelling) return go(stop(state.sale, 'cancelled_by_cashier', ''))
      return cardRead(state.sale, event)
    case 'card_not_read':
      if (isUnable(event) && !state.cancelling) return without(state.sale, null, 'terminal', event.at)
      return promptFailed(state, event)
    case 'cancel':
      return go({ ...state, cancelling: true }, { kind: 'cancel_terminal' })
    default:
      return stay(state)
  }
}

function cardRead(sale: SaleFacts, { token, surcharge, none, at }: SaleEventIn<'card_read'>): Step {
  if (surcharge === 0) return without(sale, token, none ?? 'nothing', at)
  const asked = { ...sale, token, no_surcharge: null }
  return go(
    {
      kind: 'confirming',
      sale: asked,
      surcharge,
      by_cashier: false,
      cancelling: false,
      ends_at: transactionEnd(at),
    },
    { kind: 'ask_consent', sale: asked, surcharge },
  )
}

export function fromConfirming(state: SaleIn<'confirming'>, event: SaleEvent): Step {
  const { sale, surcharge, cancelling } = state
  if (sale.token?.saved) return chargeSaved(state, event)
  switch (event.kind) {
    case 'consent_given':
      if (cancelling) return go(stop(sale, 'cancelled_by_cashier', ''))
      if (!event.agreed) return go(stop(sale, 'surcharge_declined', ''))
      return addSurcharge({ ...sale, surcharge })
    case 'consent_failed':
      if (isUnable(event) && !cancelling) return without(sale, sale.token, 'terminal', event.at)
      return promptFailed(state, event)
    case 'cancel':
      return go({ ...state, cancelling: true }, { kind: 'cancel_terminal' })
    default:
      return stay(state)
  }
}

/** A saved card is charged when its holder agrees: on the terminal, or to the cashier where that cannot ask. */
function chargeSaved(state: SaleIn<'confirming'>, event: SaleEvent): Step {
  const { sale, cancelling, by_cashier } = state
  switch (event.kind) {
    case 'consent_given':
      if (by_cashier) return stay(state)
      if (cancelling) return go(stop(sale, 'cancelled_by_cashier', ''))
      return event.agreed ? authorize(sale, event.at) : go(stop(sale, 'cancelled_by_customer', ''))
    case 'consent_failed':
      if (by_cashier) return stay(state)
      return isUnable(event) && !cancelling ? go({ ...state, by_cashier: true }) : promptFailed(state, event)
    case 'customer_agrees':
      // As long as the terminal asks, its holder alone answers.
      return by_cashier && !cancelling ? authorize(sale, event.at) : stay(state)
    case 'cancel':
      // Nothing runs on the terminal that would answer.
      if (by_cashier) return go(stop(sale, 'cancelled_by_cashier', ''))
      return go({ ...state, cancelling: true }, { kind: 'cancel_terminal' })
    default:
      return stay(state)
  }
}

export const fromAddingSurcharge = (state: SaleIn<'adding_surcharge'>, event: SaleEvent): Step =>
  fromUpdating(state, event, (at) =>
    authorize({ ...state.sale, surcharge_sent: state.sale.surcharge > 0 }, at),
  )

/** The customer did not agree, and the cashier charges the card that was read without it. */
export const waive = (sale: SaleFacts, at: string): Step =>
  without({ ...sale, attempt: sale.attempt + 1 }, sale.token, 'waived', at)

/** Goes on without a surcharge; one that an attempt before has sent is taken back first. */
function without(
  before: SaleFacts,
  token: CardToken | null,
  no_surcharge: SaleFacts['no_surcharge'],
  at: string,
): Step {
  const sale = { ...before, token, no_surcharge, surcharge: 0 }
  return sale.surcharge_sent ? addSurcharge(sale) : authorize(sale, at)
}

/** The terminal did not do what it was asked for, and nothing runs on it: it cannot, or it is not there. */
const isUnable = ({ reason }: SaleEventIn<'card_not_read' | 'consent_failed'>): boolean =>
  reason === 'refused' || reason === 'terminal_not_connected'

function promptFailed(
  { sale, cancelling }: SaleIn<'reading_card' | 'confirming'>,
  event: SaleEventIn<'card_not_read' | 'consent_failed'>,
): Step {
  const stopped = stop(sale, cancelling ? 'cancelled_by_cashier' : event.reason, event.detail)
  // Without an answer the terminal may still be asking.
  return event.reason === 'service_unreachable' ? go(stopped, { kind: 'cancel_terminal' }) : go(stopped)
}
