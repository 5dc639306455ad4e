import type { CardToken } from '../customer/card-token.ts'
import type { SaleFacts, SaleIn } from '../sale/sale.ts'
import type { SaleEvent, SaleEventIn } from '../sale/sale-events.ts'
import { addSurcharge, authorize, fromUpdating, go, type Step, stay, stop, transactionEnd } from './step.ts'

/**
 * If the shop adds a surcharge, the card is read before it is charged: only a credit card gets one, and the customer
 * agrees to it on the terminal. No money can move here: a failure stops the sale, or continues it without a surcharge,
 * to the customer's benefit.
 *
 *   reading_card ─credit▶ confirming ─agreed▶ adding_surcharge ─▶ authorizing, by the card that was read
 *      │  │                    └─not agreed▶ stopped (surcharge_declined) ─waived▶ authorizing
 *      │  └─no credit card, or it cannot be worked out▶ authorizing, by the card that was read
 *      └─the terminal cannot read one▶ authorizing: the terminal asks for the card itself
 */
export function fromReadingCard(state: SaleIn<'reading_card'>, event: SaleEvent): Step {
  switch (event.kind) {
    case 'progress':
      // Progress of a prompt without an intent.
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

/** Charges a saved card with its holder's consent: on the terminal or, if that cannot ask, to the cashier. */
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
      // While the terminal asks, only the customer's own answer counts.
      return by_cashier && !cancelling ? authorize(sale, event.at) : stay(state)
    case 'cancel':
      // No command runs on the terminal that could answer.
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

/** The customer refused the surcharge, and the cashier charges the card that was read without it. */
export const waive = (sale: SaleFacts, at: string): Step =>
  without({ ...sale, attempt: sale.attempt + 1 }, sale.token, 'waived', at)

/** Continues without a surcharge, and first removes one that an earlier attempt sent. */
function without(
  before: SaleFacts,
  token: CardToken | null,
  no_surcharge: SaleFacts['no_surcharge'],
  at: string,
): Step {
  const sale = { ...before, token, no_surcharge, surcharge: 0 }
  return sale.surcharge_sent ? addSurcharge(sale) : authorize(sale, at)
}

/** Whether the terminal did not run the command, and runs nothing: it cannot do it, or is not connected. */
const isUnable = ({ reason }: SaleEventIn<'card_not_read' | 'consent_failed'>): boolean =>
  reason === 'refused' || reason === 'terminal_not_connected'

function promptFailed(
  { sale, cancelling }: SaleIn<'reading_card' | 'confirming'>,
  event: SaleEventIn<'card_not_read' | 'consent_failed'>,
): Step {
  const stopped = stop(sale, cancelling ? 'cancelled_by_cashier' : event.reason, event.detail)
  // Without an answer the terminal may still show the prompt.
  return event.reason === 'service_unreachable' ? go(stopped, { kind: 'cancel_terminal' }) : go(stopped)
}
