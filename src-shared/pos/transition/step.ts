import type { Cents } from '../../money.ts'
import { chargedOf } from '../sale/charged.ts'
import type { ParkableKind, SaleFacts, SaleIn, SaleState, StopReason } from '../sale/sale.ts'
import type { SaleEffect, SaleEvent, ShownOutcome, TipOffer } from '../sale/sale-events.ts'

/** The state after an event, and what main must do once that state is journaled. */
export interface Step {
  readonly state: SaleState
  readonly effects: readonly SaleEffect[]
}

/** Section 8: the service times out a terminal transaction after 2 min 30 s. */
export const transactionLimitMs = 150_000
/**
 * After this many look-ups, the service has certainly timed out: their pauses alone exceed 170 s (section 8's limit and
 * 20 s of grace). Look-ups are counted because the wall clock can be changed while the prompt is shown.
 */
export const outcomeTries = 37

export const stay = (state: SaleState): Step => ({ state, effects: [] })
export const go = (state: SaleState, ...effects: readonly SaleEffect[]): Step => ({ state, effects })

const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString()

/** Starts the authorization; the tip is settled. The state is journaled before the request is sent. */
export function authorize(facts: SaleFacts, at: string): Step {
  const sale = { ...facts, tip_settled: true }
  return go(
    {
      kind: 'authorizing',
      sale,
      step: null,
      ends_at: transactionEnd(at),
      cancelling: false,
      payment: null,
      asked: 'nothing',
    },
    { kind: 'authorize', sale },
  )
}

/** When the service times out a prompt that starts now. */
export const transactionEnd = (at: string): string => later(at, transactionLimitMs)

/**
 * Asks for a card or uses the saved one. An earlier surcharge is dropped, since the card may differ. A typed card has
 * none, as it cannot be read first, nor has a saved one, whose holder is asked for consent.
 */
export function presentCard(facts: SaleFacts, at: string): Step {
  const sale = { ...facts, tip_settled: true, surcharge: 0, no_surcharge: null, token: savedIn(facts) }
  if (sale.token !== null) {
    return go(
      {
        kind: 'confirming',
        sale,
        surcharge: 0,
        by_cashier: false,
        cancelling: false,
        ends_at: transactionEnd(at),
      },
      { kind: 'ask_consent', sale, surcharge: 0 },
    )
  }
  if (sale.surcharge_rule !== null && sale.entry === 'card' && sale.tab === null) {
    const ends_at = transactionEnd(at)
    return go(
      { kind: 'reading_card', sale, step: null, cancelling: false, ends_at },
      { kind: 'read_card', sale },
    )
  }
  return sale.surcharge_sent ? addSurcharge(sale) : authorize(sale, at)
}

const savedIn = ({ token }: SaleFacts) => (token?.saved ? token : null)

/** From an existing intent to the card: through the tip, if it is not settled. */
export function towardsCard(sale: SaleFacts, tips: TipOffer | null, at: string): Step {
  if (!sale.tip_settled && sale.tip > 0) return addTip(sale)
  if (sale.tip_settled || tips === null) return presentCard(sale, at)
  const ends_at = transactionEnd(at)
  return go({ kind: 'choosing_tip', sale, cancelling: false, ends_at }, { kind: 'ask_tip', sale, tips })
}

/** Sends the surcharge to the intent, also if it became 0. */
export const addSurcharge = (facts: SaleFacts): Step => {
  const sale = { ...facts, surcharge_sent: true }
  return go({ kind: 'adding_surcharge', sale, cancelling: false }, { kind: 'update_intent', sale })
}

/**
 * Only the update's own answer ends it, also after a cancel: an update still on its way would change what the next card
 * is charged.
 */
export function fromUpdating(
  state: SaleIn<'adding_tip' | 'adding_surcharge'>,
  event: SaleEvent,
  updated: (at: string) => Step,
): Step {
  const { sale, cancelling } = state
  switch (event.kind) {
    case 'intent_updated':
      return cancelling ? go(stop(sale, 'cancelled_by_cashier', '')) : updated(event.at)
    case 'update_failed':
      return go(stop(sale, cancelling ? 'cancelled_by_cashier' : event.reason, event.detail))
    case 'cancel':
      return go({ ...state, cancelling: true })
    default:
      return stay(state)
  }
}

export const addTip = (sale: SaleFacts): Step =>
  go({ kind: 'adding_tip', sale, cancelling: false }, { kind: 'update_intent', sale })

/** Stops the sale: it is certain that nothing was charged. */
export const stop = (
  sale: SaleFacts,
  reason: StopReason,
  detail: string,
  more: Partial<Pick<SaleIn<'stopped'>, 'money' | 'can_retry' | 'returned' | 'released'>> = {},
): SaleState => ({ kind: 'stopped', sale, reason, detail, money: 'not_moved', can_retry: true, ...more })

/**
 * The hold of a tab's card is released: no money goes back.
 * @param captured amount captured before the void, in cents; undefined: none
 */
export const releasedOf = ({ tab }: SaleFacts, captured: Cents | undefined): { readonly released?: true } =>
  tab?.stage === 'opening' && captured === undefined ? { released: true } : {}

/** The initial values of a state that looks up the outcome. */
export const firstLook = { tries: 0, refusals: 0, unanswered: 0, since: null, parkable: false } as const

/** How long a sale looks up before a person may park it, in ms. */
const parkAfterMs = 120_000
/** As many look-ups take the same time by their pauses alone, even if the wall clock is set back. */
const parkAfterTries = 28
/** About half a minute of refusals: further look-ups will hardly help. */
export const manyRefusals = 10
/** A few seconds without an answer: an outage of unknown length. */
const outageTries = 3

/** Counts a look-up without a result. */
export const countFailure = (
  { refusals, unanswered }: SaleIn<ParkableKind>,
  refused: boolean,
): Pick<SaleIn<'checking'>, 'refusals' | 'unanswered'> =>
  refused ? { refusals: refusals + 1, unanswered: 0 } : { refusals, unanswered: unanswered + 1 }

/** Resets the counters after an answer of the service. */
export const answered = { refusals: 0, unanswered: 0 } as const

export const showOutcome = (
  kind: ShownOutcome['kind'],
  sale: SaleFacts,
  paid = chargedOf(sale),
): SaleEffect => {
  const language = sale.customer?.locale ?? null
  const outcome = { kind, amount: paid, currency: sale.currency }
  return { kind: 'show_outcome', outcome: language === null ? outcome : { ...outcome, language } }
}

/** Looks up again after a pause. @param at when the last look-up ended. */
export function lookLater(state: SaleIn<ParkableKind>, at: string): Step {
  const since = state.since ?? at
  const parkable =
    state.parkable ||
    state.refusals >= manyRefusals ||
    state.unanswered >= outageTries ||
    state.tries >= parkAfterTries ||
    Date.parse(at) - Date.parse(since) >= parkAfterMs
  return go(
    { ...state, since, parkable, tries: state.tries + 1 },
    { kind: 'wait', sale: state.sale, ms: pauseMs(state.tries) },
  )
}

/**
 * A person leaves the sale while its outcome is unknown: it counts neither as charged nor as uncharged. Its card prompt
 * may still be shown and is cancelled first, so that the next customer's card does not pay for this sale.
 */
export const park = (state: SaleIn<ParkableKind>): Step =>
  state.parkable
    ? go({ kind: 'ready' }, { kind: 'park', state }, { kind: 'cancel_terminal' }, { kind: 'clear_terminal' })
    : stay(state)

/** Pauses between look-ups: short at first, then every 5 s for some minutes, then every 30 s without limit. */
export const pauseMs = (tries: number): number =>
  tries < 60 ? Math.min(500 * 2 ** Math.min(tries, 10), 5_000) : 30_000
