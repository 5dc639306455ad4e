import type { CounterEffect } from '../../src-shared/pos/bill/bill-events.ts'
import type { GiftCardEffect } from '../../src-shared/pos/bill/gift-card-events.ts'
import { notSent } from './failed-effects.ts'
import { isOfGiftCards, needsItsLine } from './kinds-of-effects.ts'
import { answerTo, type SaleInput } from './sale-input.ts'

/** Handles the effects of a change whose journal line could not be written and that was not undone. */
export interface Unwritten {
  /**
   * Answers effects that change a payment as not sent; runs the others, such as look-ups and waits.
   * @param isInLater whether a later line is on the disk: each line contains everything that is left to do
   */
  add(effects: readonly CounterEffect[], isInLater: boolean): void
  /** A line is on the disk: runs the effects that waited for one. */
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
    // The previous run may have sent this request, which is in the journal: the same request is repeated.
    if (effect.again) giftCards(effect)
    else {
      const answer = { kind: 'refused', reason: 'not_saved' } as const
      dispatch({ kind: 'gift_card_answered', id: effect.tender.id, answer })
    }
  }

  return {
    add(effects, isInLater) {
      for (const effect of effects) {
        // Requested again when the bill is filed.
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
        else dispatch(answerTo(effect, answer))
      }
    },
    written() {
      for (const effect of waiting.splice(0)) void run(effect)
    },
  }
}
