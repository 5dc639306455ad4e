import type { Return } from '../../src-shared/pos/returns/return.ts'
import { partCents } from '../../src-shared/pos/returns/return-sums.ts'
import type { ReturnEffect } from '../../src-shared/pos/returns/return-transition.ts'
import type { GiftCardService, PutDone } from '../gift-cards/gift-card-service.ts'
import type { Log } from '../log.ts'

export interface PutOnCardOptions {
  readonly giftCards: () => Promise<Pick<GiftCardService, 'put'>>
  readonly isStopped: () => boolean
  readonly pause: () => Promise<unknown>
  readonly log: Log
}

/** Puts a part of a return on a gift card, once however often it is requested. @returns null at the end of the run */
export async function putOnCard(
  one: Return,
  { entry, part }: Extract<ReturnEffect, { kind: 'put_on_card' }>,
  { giftCards, isStopped, pause, log }: PutOnCardOptions,
): Promise<PutDone | null> {
  const { number: bill, currency } = one
  const { card_id, last_four } = part
  const asked = { reference: entry, amount: partCents(part), currency, card_id, last_four, bill }
  while (!isStopped()) {
    const put = await giftCards()
      .then((cards) => cards.put(asked))
      .catch((error: unknown) => {
        log.error({ err: error, return: one.id, entry }, 'sales.not_put_on_card')
        return null
      })
    if (put !== null) return put
    await pause()
  }
  return null
}
