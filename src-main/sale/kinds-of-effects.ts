import type { ExchangeTender, Tender } from '../../src-shared/pos/bill/bill.ts'
import type { CounterEffect, CounterEvent } from '../../src-shared/pos/bill/bill-events.ts'
import type { GiftCardEffect } from '../../src-shared/pos/bill/gift-card-events.ts'
import type { SaleEffect } from '../../src-shared/pos/sale/sale-events.ts'

/** Whether a step happens only once it is on the disk: until then no window shows it, and it may be undone. */
export const mayBeTakenBack = (event: CounterEvent, effects: readonly CounterEffect[]): boolean =>
  event.kind === 'send_link' ||
  event.kind === 'leave_bill' ||
  (event.kind === 'open_bill' && event.bill.exchange !== undefined) ||
  effects.some(({ kind }) => kind === 'book_cash')

/** Whether no person caused the event: it may wait until the steps that may be undone are decided. */
export const comesByItself = (event: { readonly kind: CounterEvent['kind'] }): boolean =>
  'sale_id' in event ||
  ['progress', 'tab_seen', 'restored_seen', 'given_back_seen', 'gift_card_answered'].includes(event.kind)

/**
 * Whether an effect must wait until the journal has it, because its result would outlast a restart that knows nothing
 * of it. Cash would be requested again and booked twice. A bill would come back to the counter, and what is then paid
 * of it would be missing from the book of sales, which keeps the first version of a bill.
 */
export const needsItsLine = ({ kind }: CounterEffect): boolean =>
  kind === 'book_cash' || kind === 'file_bill' || kind === 'follow_link'

/** Whether the journal keeps something of these effects besides the sale. */
export const isKept = (effects: readonly CounterEffect[]): boolean =>
  effects.some(
    ({ kind }) => kind === 'cancel_intent' || kind === 'park' || kind === 'book_cash' || kind === 'file_bill',
  )

export const isOfGiftCards = (effect: CounterEffect): effect is GiftCardEffect =>
  effect.kind === 'redeem_gift_card' || effect.kind === 'follow_gift_cards'

export const isExchangeOf =
  (id: string) =>
  (tender: Tender): tender is ExchangeTender =>
    tender.kind === 'exchange' && tender.id === id

export const isHarmless = ({ kind }: SaleEffect): boolean => kind === 'look_up' || kind === 'wait'
