import type { Cents } from '../../money.ts'
import { type CashStep, cashDue } from '../bill/cash.ts'
import type { CardPart, CashPart, ExchangePart, GiftCardPart, Return, ReturnPart } from './return.ts'
import { currentPart, hasEnded, isRefusedForMore, partCents } from './return-sums.ts'

/** An event of a return. `at` is its time in ISO 8601: the transition has no clock. */
export type ReturnEvent =
  | { readonly kind: 'begin' }
  /** The app starts and finds the return in the journal. */
  | { readonly kind: 'restarted' }
  /** The outcome of a card's refund, which is proven, never guessed. */
  | {
      readonly kind: 'card_ended'
      readonly request: string
      readonly end: 'done' | 'refused' | 'unresolved'
      readonly how: 'void' | 'refund' | null
      readonly detail: string
    }
  /** The outcome of putting money on a gift card, which is proven as well. `card`: which card it was. */
  | {
      readonly kind: 'put_on_card'
      readonly entry: string
      readonly card: { readonly card_id: string; readonly last_four: string } | null
      readonly detail: string
    }
  /** Requests a refused refund once more. */
  | { readonly kind: 'retry' }
  /** Hands back in cash what the card's bank refused. */
  | { readonly kind: 'in_cash'; readonly step: CashStep }
  /** The customer has the cash. */
  | { readonly kind: 'handed_back'; readonly at: string }
  | { readonly kind: 'cash_booked'; readonly entry: string }
  /** The bill of this number is paid, in part by this return: the rest of the return goes back. */
  | {
      readonly kind: 'exchanged'
      readonly bill: string
      readonly credit: readonly ExchangePart[]
      readonly rest: readonly ReturnPart[]
    }
  | { readonly kind: 'cancel' }

/** What main does once the new state is journaled. Repeating one after a kill has no further effect. */
export type ReturnEffect =
  | { readonly kind: 'send'; readonly request: string; readonly part: CardPart }
  | { readonly kind: 'put_on_card'; readonly entry: string; readonly part: GiftCardPart }
  | { readonly kind: 'open_drawer' }
  | { readonly kind: 'book_cash'; readonly entry: string; readonly part: CashPart }

export interface ReturnStep {
  readonly next: Return
  readonly effects: readonly ReturnEffect[]
}

/**
 * The only way from one state of a return to the next. Pure. An event that does not fit the current state changes
 * nothing and returns the same object without effects.
 */
export function returnTransition(now: Return, event: ReturnEvent): ReturnStep {
  if (event.kind === 'exchanged') return exchanged(now, event)
  if (now.status !== 'open') return stay(now)
  const part = currentPart(now)
  if (part === null) return goOn(now)
  switch (event.kind) {
    case 'begin':
      return part.state === 'waiting' ? goOn(now) : stay(now)
    case 'restarted':
      // After a restart, do not open the drawer: no person requested it.
      return { next: now, effects: effectsOf(now, part).filter(({ kind }) => kind !== 'open_drawer') }
    case 'card_ended':
      return cardEnded(now, part, event)
    case 'put_on_card':
      return putOnCard(now, part, event)
    case 'retry':
      if (part.kind === 'cash' || part.state !== 'refused') return stay(now)
      return goOn(replace(now, part, askedAgain(part)))
    case 'in_cash':
      if (part.kind === 'cash' || part.state !== 'refused') return stay(now)
      return goOn(replace(now, part, inCash(part, event.step)))
    case 'handed_back': {
      if (part.kind !== 'cash' || part.state !== 'to_hand_back') return stay(now)
      const handed = { ...part, state: 'handed_back', handed_at: event.at } as const
      const next = replace(now, part, handed)
      return { next, effects: effectsOf(next, handed) }
    }
    case 'cash_booked':
      if (part.kind !== 'cash' || part.state !== 'handed_back' || entryOf(now, part) !== event.entry) {
        return stay(now)
      }
      return goOn(replace(now, part, { ...part, state: 'done' }))
    case 'cancel':
      return now.parts.every(hasNotMoved) ? { next: { ...now, status: 'cancelled' }, effects: [] } : stay(now)
  }
}

const stay = (next: Return): ReturnStep => ({ next, effects: [] })

function cardEnded(
  now: Return,
  part: ReturnPart,
  { request, end, how, detail }: Extract<ReturnEvent, { kind: 'card_ended' }>,
): ReturnStep {
  if (part.kind !== 'card' || part.state !== 'sending' || attemptOf(now, part) !== request) return stay(now)
  const next = replace(now, part, { ...part, state: end, how: end === 'done' ? how : null, detail })
  return end === 'refused' ? stay(next) : goOn(next)
}

function putOnCard(
  now: Return,
  part: ReturnPart,
  { entry, card, detail }: Extract<ReturnEvent, { kind: 'put_on_card' }>,
): ReturnStep {
  if (part.kind !== 'gift_card' || part.state !== 'sending' || attemptOf(now, part) !== entry)
    return stay(now)
  if (card === null) return stay(replace(now, part, { ...part, state: 'refused', detail }))
  const done = replace(now, part, { ...part, ...card, state: 'done', detail: '' })
  const isOfNewCard = (one: ReturnPart): one is GiftCardPart =>
    one.kind === 'gift_card' && one.state === 'waiting' && one.card_id === null && part.card_id === null
  // Only one new card is made, which gets all parts for a new card.
  const parts = done.parts.map((one) => (isOfNewCard(one) ? { ...one, ...card } : one))
  return goOn({ ...done, parts })
}

/** Overrides any earlier state, since the customer has the other goods. */
function exchanged(
  now: Return,
  { bill, credit, rest }: Extract<ReturnEvent, { kind: 'exchanged' }>,
): ReturnStep {
  if (now.exchange === undefined || now.exchange.bill !== null) return stay(now)
  const parts = [...rest, ...credit.map((part) => ({ ...part, state: 'done' as const }))]
  return goOn({ ...now, status: 'open', exchange: { bill }, parts })
}

/** Starts the next part, or ends the return if there is none. */
function goOn(now: Return): ReturnStep {
  const part = currentPart(now)
  if (part === null) return stay({ ...now, status: 'done' })
  if (part.state !== 'waiting' || part.kind === 'exchange') return stay(now)
  // Less than the smallest coin: nothing to hand back.
  if (partCents(part) === 0) return goOn(replace(now, part, { ...part, state: 'done' }))
  const begun: ReturnPart =
    part.kind === 'cash' ? { ...part, state: 'to_hand_back' } : { ...part, state: 'sending' }
  const next = replace(now, part, begun)
  return { next, effects: effectsOf(next, begun) }
}

function effectsOf(now: Return, part: ReturnPart): readonly ReturnEffect[] {
  if (part.kind === 'card') {
    return part.state === 'sending' ? [{ kind: 'send', request: attemptOf(now, part), part }] : []
  }
  if (part.kind === 'exchange') return []
  if (part.kind === 'gift_card') {
    return part.state === 'sending' ? [{ kind: 'put_on_card', entry: attemptOf(now, part), part }] : []
  }
  if (part.state === 'to_hand_back') return [{ kind: 'open_drawer' }]
  return part.state === 'handed_back' ? [{ kind: 'book_cash', entry: entryOf(now, part), part }] : []
}

const replace = (now: Return, part: ReturnPart, by: ReturnPart): Return => ({
  ...now,
  parts: now.parts.map((one) => (one === part ? by : one)),
})

/** Id of the present attempt: of the request, of the refund at the service, or of the entry on the gift card. */
const attemptOf = (now: Return, part: CardPart | GiftCardPart): string =>
  `${now.id}-${now.parts.indexOf(part) + 1}-${part.attempt}`

/** Id of the cash entry in the drawer's ledger. */
const entryOf = (now: Return, part: CashPart): string => `${now.id}-${now.parts.indexOf(part) + 1}`

function inCash(
  { tender_id, intent_id, goods, tip, surcharge }: CardPart | GiftCardPart,
  step: CashStep,
): CashPart {
  const cents: Cents = goods + tip + surcharge
  return {
    kind: 'cash',
    tender_id,
    goods,
    tip,
    surcharge,
    rounding: cashDue(cents, step) - cents,
    ...(intent_id === undefined ? {} : { intent_id }),
    state: 'waiting',
    handed_at: null,
  }
}

/** After a refusal because more had gone back of the card, the person has checked it: the retry ignores that amount. */
function askedAgain(part: CardPart | GiftCardPart): CardPart | GiftCardPart {
  const next = { ...part, state: 'waiting', attempt: part.attempt + 1, detail: '' } as const
  if (next.kind !== 'card' || !isRefusedForMore(part)) return next
  const { given_back: _outdated, ...looked } = next
  return looked
}

/** Whether nothing of it has reached the customer or is being sent. */
const hasNotMoved = (part: ReturnPart): boolean =>
  !hasEnded(part) && part.state !== 'sending' && part.state !== 'handed_back'
