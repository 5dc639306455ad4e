import type { ExchangeTender, Tender } from '../../src-shared/pos/bill/bill.ts'
import type { CounterEffect, CounterEvent } from '../../src-shared/pos/bill/bill-events.ts'
import type { GiftCardEffect } from '../../src-shared/pos/bill/gift-card-events.ts'
import type { SaleEffect } from '../../src-shared/pos/sale/sale-events.ts'

/** What happens only once it is on the disk; before, no window shows it. */
export const mayBeTakenBack = (event: CounterEvent, effects: readonly CounterEffect[]): boolean =>
  event.kind === 'send_link' ||
  event.kind === 'leave_bill' ||
  (event.kind === 'open_bill' && event.bill.exchange !== undefined) ||
  effects.some(({ kind }) => kind === 'book_cash')

/** What no person does: it may wait until what may be taken back is decided. */
export const comesByItself = (event: { readonly kind: CounterEvent['kind'] }): boolean =>
  'sale_id' in event || ['progress', 'tab_seen', 'restored_seen', 'gift_card_answered'].includes(event.kind)

/**
 * What would be there although a restart knows nothing of it. Cash is then asked for anew and booked twice; a bill comes
 * back to the counter, and what is paid of it then is missing from the book, which keeps what it is given first.
 */
export const needsItsLine = ({ kind }: CounterEffect): boolean =>
  kind === 'book_cash' || kind === 'file_bill' || kind === 'follow_link'

/** Kept in the journal beside the sale. */
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
