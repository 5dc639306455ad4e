import type { Cents } from '../../money.ts'
import { chargedOf } from '../sale/charged.ts'
import type { ParkableKind, SaleFacts, SaleIn, SaleState, StopReason } from '../sale/sale.ts'
import type { SaleEffect, SaleEvent, ShownOutcome, TipOffer } from '../sale/sale-events.ts'

/** The state after an event, and what main must do once that state is in the journal. */
export interface Step {
  readonly state: SaleState
  readonly effects: readonly SaleEffect[]
}

/** Section 8: the service gives a terminal transaction up after 2 min 30 s. */
export const transactionLimitMs = 150_000
/**
 * After this many look-ups, whose pauses alone add up to more than 170 s (section 8's limit and 20 s of grace), the
 * service has certainly given it up. They are counted because a wall clock can be set while the prompt is up.
 */
export const outcomeTries = 37

export const stay = (state: SaleState): Step => ({ state, effects: [] })
export const go = (state: SaleState, ...effects: readonly SaleEffect[]): Step => ({ state, effects })

const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString()

/** The card's turn: the tip is settled. The state is in the journal before the request leaves. */
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

/** When the service gives up a prompt that begins now. */
export const transactionEnd = (at: string): string => later(at, transactionLimitMs)

/**
 * The card's turn, whichever it is: another one than before, so nothing is known of its surcharge. A card that is typed
 * bears none, as it cannot be read first; nor does a saved one, whose holder is asked whether it may be charged.
 */
export function present(facts: SaleFacts, at: string): Step {
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

/** The way to the card from an intent that exists: through the tip, if it is still open. */
export function towardsCard(sale: SaleFacts, tips: TipOffer | null, at: string): Step {
  if (!sale.tip_settled && sale.tip > 0) return addTip(sale)
  if (sale.tip_settled || tips === null) return present(sale, at)
  const ends_at = transactionEnd(at)
  return go({ kind: 'choosing_tip', sale, cancelling: false, ends_at }, { kind: 'ask_tip', sale, tips })
}

/** What the intent is to bear is set, also where that is nothing any more. */
export const addSurcharge = (facts: SaleFacts): Step => {
  const sale = { ...facts, surcharge_sent: true }
  return go({ kind: 'adding_surcharge', sale, cancelling: false }, { kind: 'update_intent', sale })
}

/**
 * The update's own answer ends it, also after a cancel: one that is still on its way would change what the card that
 * comes next is charged.
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

/** Nothing was charged, and that is certain. */
export const stop = (
  sale: SaleFacts,
  reason: StopReason,
  detail: string,
  more: Partial<Pick<SaleIn<'stopped'>, 'money' | 'can_retry' | 'returned' | 'released'>> = {},
): SaleState => ({ kind: 'stopped', sale, reason, detail, money: 'not_moved', can_retry: true, ...more })

/**
 * What a tab's card only held is released: no money goes back.
 * @param captured of it, before it was voided, cents; undefined: nothing
 */
export const releasedOf = ({ tab }: SaleFacts, captured: Cents | undefined): { readonly released?: true } =>
  tab?.stage === 'opening' && captured === undefined ? { released: true } : {}

/** How a state begins that looks up until it knows. */
export const firstLook = { tries: 0, refusals: 0, unanswered: 0, since: null, parkable: false } as const

/** How long a sale looks up before a person may park it, ms. */
const parkAfterMs = 120_000
/** As many look-ups, by their pauses alone, take as long: a wall clock can be set back meanwhile. */
const parkAfterTries = 28
/** About half a minute of refusals: it will hardly change. */
export const manyRefusals = 10
/** Some seconds without an answer: an outage, which lasts as long as it lasts. */
const outageTries = 3

/** What a look-up that brought nothing leaves behind. */
export const countFailure = (
  { refusals, unanswered }: SaleIn<ParkableKind>,
  refused: boolean,
): Pick<SaleIn<'checking'>, 'refusals' | 'unanswered'> =>
  refused ? { refusals: refusals + 1, unanswered: 0 } : { refusals, unanswered: unanswered + 1 }

/** The service has answered. */
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

/** Looks again after a pause. @param at when the look-up before ended. */
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
 * A person leaves it while nobody knows its outcome: neither charged nor uncharged is claimed. Its card prompt may still
 * stand at the terminal, and is cancelled first: the next customer's card must not pay for this one.
 */
export const park = (state: SaleIn<ParkableKind>): Step =>
  state.parkable
    ? go({ kind: 'ready' }, { kind: 'park', state }, { kind: 'cancel_terminal' }, { kind: 'clear_terminal' })
    : stay(state)

/** Pauses between look-ups: short at first, every 5 s for some minutes, then every 30 s for as long as it takes. */
export const pauseMs = (tries: number): number =>
  tries < 60 ? Math.min(500 * 2 ** Math.min(tries, 10), 5_000) : 30_000
