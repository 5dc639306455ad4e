import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import type { CounterEffect } from '../../src-shared/pos/bill/bill-events.ts'
import type { GiftCardEffect } from '../../src-shared/pos/bill/gift-card-events.ts'
import type { SaleAnswer, SaleEffect } from '../../src-shared/pos/sale/sale-events.ts'
import type { Log } from '../log.ts'
import type { BesideTheSale } from './beside-the-sale.ts'
import { failed } from './failed-effects.ts'
import { isOfGiftCards } from './kinds-of-effects.ts'
import { answerTo, type SaleInput } from './sale-input.ts'

/** What carries out the effects of the counter, besides what the journal keeps until it is done. */
export interface EffectPerformers {
  /** @param stopped aborted when the runner stops: nothing takes the answer any more */
  readonly perform: (effect: SaleEffect, stopped: AbortSignal) => Promise<SaleAnswer | null>
  readonly openDrawer: () => void
  /** Performs a gift card effect of the bill at the counter. An effect may be requested again, but happens once. */
  readonly giftCards: (effect: GiftCardEffect) => void
  /** Completes or undoes the exchange that pays this bill. May be requested again, but happens once. */
  readonly exchange: (bill: Bill) => void
  /** Creates the link of a bill if it does not exist yet, and watches it; see `SaleRunner.changeLink`. */
  readonly followLink: (linkId: string) => void
}

/** Hands each effect to the part that carries it out, and dispatches the answer that its sale waits for. */
export const createEffectRun =
  ({
    performers,
    beside,
    dispatch,
    stopped,
    log,
  }: {
    readonly performers: EffectPerformers
    readonly beside: Pick<BesideTheSale, 'closeIntent' | 'bookCash' | 'fileBill'>
    readonly dispatch: (input: SaleInput) => boolean
    readonly stopped: AbortSignal
    readonly log: Log
  }): ((effect: CounterEffect) => Promise<void>) =>
  async (effect) => {
    if (effect.kind === 'cancel_intent') return beside.closeIntent(effect)
    if (effect.kind === 'book_cash') return beside.bookCash(effect.entry)
    if (effect.kind === 'open_drawer') return performers.openDrawer()
    if (effect.kind === 'follow_link') return performers.followLink(effect.link_id)
    if (isOfGiftCards(effect)) return performers.giftCards(effect)
    if (effect.kind === 'follow_exchange') return performers.exchange(effect.bill)
    if (effect.kind === 'file_bill') return beside.fileBill(effect.bill)
    const answer = await performers.perform(effect, stopped).catch((error: unknown) => {
      log.error({ err: error, effect: effect.kind }, 'sale.effect_failed')
      return failed(effect, String(error))
    })
    if (answer !== null && 'sale' in effect) {
      dispatch(answerTo(effect, answer))
    }
  }
