import { lastFourOf, newGiftCardCode } from '../../src-shared/payments/gift-card-code.ts'
import { wasNotAwaited } from '../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import { giftCardLinesOf, returnedGiftCards } from '../../src-shared/pos/bill/gift-cards.ts'
import type { GiftCardTask } from '../../src-shared/pos/gift-cards/gift-cards.ts'
import { totalsOf } from '../../src-shared/pos/order/totals.ts'

/** A new task. @param letter see newGiftCardCode */
export function newTask(
  asked: Pick<GiftCardTask, 'reference' | 'task' | 'amount' | 'currency' | 'card_id' | 'last_four' | 'bill'> &
    Partial<Pick<GiftCardTask, 'kind' | 'perhaps'>>,
  letter: (below: number) => number,
): GiftCardTask {
  const code = asked.task === 'issue' ? newGiftCardCode(letter) : null
  const last_four = code === null ? asked.last_four : lastFourOf(code)
  return { kind: 'gift', ...asked, state: 'waiting', code, last_four, detail: '' }
}

/** The tasks of a paid bill: what it loads onto cards, and what goes back to them. */
export function tasksOfBill(bill: Bill, letter: (below: number) => number): readonly GiftCardTask[] {
  const { currency, number, order } = bill
  const totals = order === null ? [] : totalsOf(order).lines
  const about = { currency, bill: number }
  return [
    ...giftCardLinesOf(bill).map((line) => {
      const card_id = line.gift_card?.card_id ?? null
      return newTask(
        {
          ...about,
          // A line's id alone is unique only at its counter.
          reference: `${bill.id}.${line.id}`.slice(0, 64),
          task: card_id === null ? 'issue' : 'load',
          amount: totals.find(({ id }) => id === line.id)?.amount ?? 0,
          card_id,
          last_four: line.gift_card?.last_four ?? '',
        },
        letter,
      )
    }),
    ...returnedGiftCards(bill).map((tender) => {
      const { id: reference, card_id, last_four, amount } = tender
      const perhaps = wasNotAwaited(tender) ? ({ perhaps: true } as const) : {}
      return newTask({ ...about, ...perhaps, reference, task: 'reverse', amount, card_id, last_four }, letter)
    }),
  ]
}
