import { chargedIn } from '../sale/charged.ts'
import type { PaymentSummary, SaleFacts, SaleIn } from '../sale/sale.ts'
import type { SaleEvent, SaleEventIn } from '../sale/sale-events.ts'
import { approve, settled } from './at-card.ts'
import { capturedElsewhere } from './captured-elsewhere.ts'
import { answered, countFailure, firstLook, go, lookLater, park, type Step, stay, stop } from './step.ts'

/** Closes a tab. An unanswered capture is looked up before it is sent again. */
export const capture = (sale: SaleFacts, payment: PaymentSummary): Step =>
  go(
    { kind: 'capturing', sale, payment, ...firstLook, refused: null },
    { kind: 'capture_intent', sale, tries: 0 },
  )

/** The customer is not at the terminal: only the counter shows the outcome. */
export function fromCapturing(state: SaleIn<'capturing'>, event: SaleEvent): Step {
  switch (event.kind) {
    case 'captured':
      return approve(state.sale, event.payment, null)
    case 'capture_failed':
      return lookLater({ ...state, refused: event.refused ? event.detail : null }, event.at)
    case 'waited':
      return go(state, { kind: 'look_up', sale: state.sale, confirm: false })
    case 'look_up_failed':
      return lookLater({ ...state, ...countFailure(state, event.refused) }, event.at)
    case 'looked_up':
      return lookedUp({ ...state, ...answered }, event)
    case 'finish':
      return park(state)
    default:
      return stay(state)
  }
}

function lookedUp(state: SaleIn<'capturing'>, { at, found }: SaleEventIn<'looked_up'>): Step {
  const { sale, tries, refused } = state
  switch (found.kind) {
    case 'paid':
      if (found.payment.status === 'captured') {
        const { payment } = found
        if (chargedIn(payment) !== sale.amount + sale.tip) return go(capturedElsewhere(sale, payment))
        return (payment.returned ?? 0) === 0 ? approve(sale, payment, null) : settled(sale, found, false)
      }
      // The card is still held, and a person decides: retry, another tender, or leave the tab open.
      if (refused !== null) return go(stop(sale, 'refused', refused))
      return go({ ...state, tries: tries + 1 }, { kind: 'capture_intent', sale, tries: tries + 1 })
    case 'processing':
      // The service is asking the bank now. If the card is still held afterwards, the bank has refused.
      return lookLater({ ...state, refused: refused ?? '' }, at)
    case 'voided':
      if (found.returned === undefined) return go(stop(sale, 'hold_ended', '', { can_retry: false }))
      // It was captured and refunded since: the tab is not paid, and the card holds nothing.
      return go(stop(sale, 'hold_ended', '', { money: 'voided', can_retry: false, returned: found.returned }))
    case 'declined':
      return go(stop(sale, 'refused', found.decline.message, { can_retry: false }))
    case 'absent':
      // The service no longer knows the payment: treated like a refusal.
      return lookLater({ ...state, ...countFailure(state, true) }, at)
  }
}
