import type { Cents } from '../../money.ts'
import { chargedIn } from '../sale/charged.ts'
import type { SaleFacts, SaleIn } from '../sale/sale.ts'
import type { PaymentFound, SaleEffect, SaleEvent } from '../sale/sale-events.ts'
import { accept, approve, notAsAgreed, settled } from './at-card.ts'
import { capturedElsewhere, isCapturedSince } from './captured-elsewhere.ts'
import {
  answered,
  countFailure,
  go,
  lookLater,
  park,
  presentCard,
  releasedOf,
  type Step,
  showOutcome,
  stay,
  stop,
  towardsCard,
} from './step.ts'
import { waive } from './surcharge.ts'
import { voidIntent, voidPayment } from './void.ts'

/** Transitions after a known outcome. No failure here undoes a payment; only a person's choice does. */
export function fromDeclined(state: SaleIn<'declined'>, event: SaleEvent): Step {
  switch (event.kind) {
    case 'retry':
      // Asks for another card, not the saved one that was declined.
      return presentCard(
        { ...on(state.sale, event), token: null, entry: event.entry, attempt: state.sale.attempt + 1 },
        event.at,
      )
    case 'finish':
      return leave(closeUnpaid(state))
    default:
      return stay(state)
  }
}

export function fromStopped(state: SaleIn<'stopped'>, event: SaleEvent): Step {
  switch (event.kind) {
    case 'retry': {
      // The bill retries the capture of a tab, since it has the held payment.
      if (!state.can_retry || state.sale.tab?.stage === 'closing') return stay(state)
      const token = asksAgain.includes(state.reason) ? state.sale.token : null
      const sale = { ...on(state.sale, event), token, entry: event.entry, attempt: state.sale.attempt + 1 }
      // The tip of a tab is given when it is closed.
      const tips = sale.tab === null ? event.tips : null
      if (sale.intent_id !== null) return towardsCard(sale, tips, event.at)
      return go({ kind: 'creating', sale }, { kind: 'create_intent', sale })
    }
    case 'waive_surcharge':
      if (state.reason !== 'surcharge_declined' || !state.can_retry) return stay(state)
      return waive(on(state.sale, event), event.at)
    case 'intent_created':
      // The cashier cancelled while the intent was being created.
      if (state.sale.intent_id !== null) return stay(state)
      return go({ ...state, sale: { ...state.sale, intent_id: event.intent_id } })
    case 'finish':
      return leave(closeUnpaid(state))
    default:
      return stay(state)
  }
}

/** Moves the sale to the counter's current terminal. */
const on = (sale: SaleFacts, { hsn }: { readonly hsn?: string }): SaleFacts => ({
  ...sale,
  hsn: hsn ?? sale.hsn,
})

/** Stops after which a retry uses the same saved card; after a refusal the customer presents another one. */
const asksAgain: readonly SaleIn<'stopped'>['reason'][] = [
  'cancelled_by_cashier',
  'timed_out',
  'terminal_in_use',
  'taken_over',
  'terminal_not_connected',
  'service_unreachable',
  'interrupted',
  'not_saved',
]

/** Leaves a sale: clears the terminal, and closes the intent if nothing was charged on it. */
const leave = (close: readonly SaleEffect[]): Step =>
  go({ kind: 'ready' }, ...close, { kind: 'clear_terminal' })

/** The effects that prevent a later charge of an unpaid sale's intent. */
export function closeUnpaid(state: SaleIn<'declined' | 'stopped'>): readonly SaleEffect[] {
  const { id: sale_id, intent_id } = state.sale
  if (state.kind === 'stopped') {
    // A refused creation made no intent, but an earlier unanswered one may have.
    if (intent_id === null && state.reason === 'refused' && state.sale.attempt === 1) return []
    // Voiding a payment cancels its intent.
    if (state.money === 'voided' && !state.can_retry) return []
  }
  return [{ kind: 'cancel_intent', sale_id, intent_id }]
}

export function fromDeciding(state: SaleIn<'deciding'>, event: SaleEvent): Step {
  const { sale, payment, sign } = state
  if (event.kind === 'looked_up') return foundMeanwhile(state, event.found)
  if (event.kind === 'look_up_failed') return event.refused ? stay(state) : lookAgain(state)
  if (event.kind === 'waited') return go(state, { kind: 'look_up', sale, confirm: false })
  if (event.kind !== 'decide') return stay(state)
  if (event.choice === 'void') return voidPayment(sale, payment, !sign)
  const kept = accept(sale, payment, sign)
  return go(kept.state, ...kept.effects, showOutcome('approved', sale, payment.amount))
}

/** Pause before the look-up after a restart is repeated, in ms; a person may decide meanwhile. */
const lookAgainMs = 5_000
const lookAgain = (state: SaleIn<'deciding'>): Step =>
  go(state, { kind: 'wait', sale: state.sale, ms: lookAgainMs })

/** After a restart: others may have given back the payment, or captured it, while nobody decided. */
function foundMeanwhile(state: SaleIn<'deciding'>, found: PaymentFound): Step {
  if (found.kind === 'voided') return voided(state, found.returned)
  // The bank is still being asked whether money goes back.
  if (found.kind === 'processing') return lookAgain(state)
  if (found.kind !== 'paid') return stay(state)
  if (isCapturedSince(state.payment, found.payment)) return go(capturedElsewhere(state.sale, found.payment))
  const { payment } = found
  if ((payment.returned ?? 0) <= (state.payment.returned ?? 0)) return stay(state)
  if (state.because !== 'partial' && state.because !== 'too_much') return go({ ...state, payment })
  // Why it waits for a decision may have changed, too.
  const step = settled(state.sale, { ...found, sign: state.sign }, false)
  return step.state.kind === 'deciding'
    ? step
    : go(step.state, ...step.effects, showOutcome('approved', state.sale, payment.amount))
}

/** A void of unknown outcome is looked up before it is sent again. */
export function fromVoiding(state: SaleIn<'voiding'>, event: SaleEvent): Step {
  const { sale, tries } = state
  switch (event.kind) {
    case 'void_accepted':
      return voided(state)
    case 'void_failed':
      return lookLater({ ...state, refused: event.refused }, event.at)
    case 'waited':
      return go(state, { kind: 'look_up', sale, confirm: false })
    case 'look_up_failed':
      return lookLater({ ...state, ...countFailure(state, event.refused) }, event.at)
    case 'finish':
      return park(state)
    case 'looked_up':
      switch (event.found.kind) {
        case 'voided':
          return voided(state, event.found.returned)
        case 'paid':
          if (isCapturedSince(state.payment, event.found.payment)) {
            return go(capturedElsewhere(sale, event.found.payment))
          }
          // What was refunded elsewhere since is neither given back again nor kept.
          if (state.refused) {
            return go(decideAgain({ ...state, payment: event.found.payment }, event.found.sign))
          }
          return go({ ...state, tries: tries + 1, ...answered }, voidIntent(sale, state.payment, tries + 1))
        case 'processing':
          // The service is asking the bank now. If the payment still stands afterwards, the bank has refused the void.
          return lookLater({ ...state, ...answered, refused: true }, event.at)
        case 'declined':
          return lookLater({ ...state, ...answered }, event.at)
        case 'absent':
          // The service no longer knows the intent of a payment that existed: treated like a refusal.
          return lookLater({ ...state, ...countFailure(state, true) }, event.at)
      }
      return stay(state)
    default:
      return stay(state)
  }
}

/** @param captured total that was captured and went back, in cents */
function voided({ sale, payment }: Pick<SaleIn<'voiding'>, 'sale' | 'payment'>, captured?: Cents): Step {
  // Earlier refunds are not given back again.
  const returned = (captured ?? chargedIn(payment)) - (payment.returned ?? 0)
  const released = payment.status === 'uncaptured' ? releasedOf(sale, captured) : {}
  return go(
    stop(sale, 'voided', '', { money: 'voided', can_retry: false, returned, ...released }),
    showOutcome('voided', sale, returned),
  )
}

/** @param sign the payment that stands still needs a signature on the screen */
const decideAgain = ({ sale, payment, signed }: SaleIn<'voiding'>, sign: boolean): SaleIn<'deciding'> => ({
  kind: 'deciding',
  sale,
  payment,
  because: notAsAgreed(sale, payment) === 'partial' ? 'partial' : 'void_refused',
  sign: sign && !signed,
})

export function fromSigning(state: SaleIn<'signing'>, event: SaleEvent): Step {
  if (event.kind === 'sign') return approve(state.sale, state.payment, event.signature)
  const voids = event.kind === 'decide' && event.choice === 'void'
  return voids ? voidPayment(state.sale, state.payment, false) : stay(state)
}

export function fromApproved(state: SaleIn<'approved'>, event: SaleEvent): Step {
  const { sale, payment } = state
  switch (event.kind) {
    case 'receipt_loaded':
      return go({ ...state, receipt: [...event.receipt], signature: state.signature ?? event.signature })
    case 'print':
      if (state.print === 'printing') return stay(state)
      return go(
        { ...state, print: 'printing' },
        { kind: 'print_receipt', sale, payment_id: payment.payment_id, signed: state.signature !== null },
      )
    case 'printed':
      return go({ ...state, print: event.ok ? 'printed' : 'failed' })
    case 'finish':
      return leave([])
    default:
      return stay(state)
  }
}
