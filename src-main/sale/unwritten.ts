import type { CounterEffect } from '../../src-shared/pos/bill/bill-events.ts'
import type { GiftCardEffect } from '../../src-shared/pos/bill/gift-card-events.ts'
import { notSent } from './failed-effects.ts'
import { isOfGiftCards, needsItsLine } from './kinds-of-effects.ts'
import type { SaleInput } from './sale-input.ts'

/** What follows from a change whose line of the journal could not be written, and that was not taken back. */
export interface Unwritten {
  /**
   * Nothing leaves that changes a payment; looking and waiting are free.
   * @param isInLater whether a later line is on the disk: each has all that is left
   */
  add(effects: readonly CounterEffect[], isInLater: boolean): void
  /** A line is on the disk: what had to wait for one is done. */
  written(): void
}

export function createUnwritten(options: {
  readonly run: (effect: CounterEffect) => Promise<void>
  readonly giftCards: (effect: GiftCardEffect) => void
  readonly dispatch: (input: SaleInput) => boolean
}): Unwritten {
  const { run, giftCards, dispatch } = options
  const waiting: CounterEffect[] = []

  function ofGiftCards(effect: GiftCardEffect): void {
    if (effect.kind !== 'redeem_gift_card') return
    // What the run before may have asked for is in the journal: the same request is asked again.
    if (effect.again) giftCards(effect)
    else {
      const answer = { kind: 'refused', reason: 'not_saved' } as const
      dispatch({ kind: 'gift_card_answered', id: effect.tender.id, answer })
    }
  }

  return {
    add(effects, isInLater) {
      for (const effect of effects) {
        // Asked for once more when the bill is filed.
        if (effect.kind === 'follow_exchange') continue
        if (needsItsLine(effect) && !isInLater) {
          waiting.push(effect)
          continue
        }
        if (isOfGiftCards(effect)) {
          ofGiftCards(effect)
          continue
        }
        const answer = notSent(effect)
        if (answer === null || !('sale' in effect)) void run(effect)
        else dispatch({ ...answer, sale_id: effect.sale.id, attempt: effect.sale.attempt })
      }
    },
    written() {
      for (const effect of waiting.splice(0)) void run(effect)
    },
  }
}
