import type { TipQuestion } from '../../src-shared/pos/customer-display/display-view.ts'
import type { SaleFacts } from '../../src-shared/pos/sale/sale.ts'
import type { SaleAnswer, TipOffer } from '../../src-shared/pos/sale/sale-events.ts'
import { transactionLimitMs } from '../../src-shared/pos/transition/step.ts'

/** Asks for a tip on the customer's display, where the terminal has no screen. One question at a time. */
export interface TipQuestions {
  present(): TipQuestion | null
  /** Like the terminal's own prompt: ends with a choice, a cancel, or a timeout. */
  ask(sale: SaleFacts, offer: TipOffer): Promise<SaleAnswer>
  /** @returns false when it is no longer asked, or exceeds the largest tip */
  answer(prompt: string, tip: number): boolean
  cancel(): void
}

/** Maximum tip as a multiple of the amount, against typing errors. */
const mostTimes = 2

export function createTipQuestions(onChange: () => void): TipQuestions {
  let asked: { readonly question: TipQuestion; readonly end: (answer: SaleAnswer) => void } | null = null

  function end(answer: SaleAnswer): void {
    const { end: resolve } = asked ?? {}
    asked = null
    resolve?.(answer)
    onChange()
  }
  const failed = (reason: 'cancelled_by_customer' | 'timed_out'): SaleAnswer => ({
    kind: 'tip_failed',
    reason,
    detail: '',
  })

  return {
    present: () => asked?.question ?? null,
    ask(sale, offer) {
      if (asked !== null) end(failed('timed_out'))
      return new Promise((resolve) => {
        const limit = setTimeout(() => end(failed('timed_out')), transactionLimitMs)
        limit.unref()
        asked = {
          question: { prompt: sale.id, amount: sale.amount, offer },
          end: (answer) => {
            clearTimeout(limit)
            resolve(answer)
          },
        }
        onChange()
      })
    },
    answer(prompt, tip) {
      if (asked === null || asked.question.prompt !== prompt) return false
      if (tip > asked.question.amount * mostTimes) return false
      end({ kind: 'tip_chosen', tip })
      return true
    },
    cancel() {
      if (asked !== null) end(failed('cancelled_by_customer'))
    },
  }
}
