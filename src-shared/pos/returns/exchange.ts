import type { Cents } from '../../money.ts'
import type { Bill, ExchangeTender } from '../bill/bill.ts'
import type { CashStep } from '../bill/cash.ts'
import type { ExchangePart, Return, ReturnedLine, ReturnPart } from './return.ts'
import {
  asStoreCredit,
  planReturn,
  type ReturnPlan,
  returnable,
  shareOut,
  type Wanted,
  type WentBack,
} from './returnable.ts'
import { worthOf } from './waiting-exchange.ts'

/** The money for goods brought back in exchange: `credit` pays the other goods, `rest` goes back. In cents. */
export interface ExchangePlan {
  readonly lines: readonly ReturnedLine[]
  readonly credit: readonly ExchangePart[]
  readonly rest: readonly ReturnPart[]
}

/**
 * What some lines of a bill pay of other goods. Money left over goes back as in any return, to the tenders that are
 * first in line; the shop keeps the money of the later ones.
 *
 * @param goods price of the other goods
 * @returns null if more is returned than was sold, or nothing of any worth
 */
export function planExchange(
  bill: Bill,
  before: readonly WentBack[],
  lines: Wanted['lines'],
  goods: Cents,
  step: CashStep,
): ExchangePlan | null {
  const plan = planReturn(bill, before, { lines, tips: [] }, step)
  const worth = plan === null ? 0 : worthOf(plan.lines)
  if (plan === null || worth === 0) return null
  const used = Math.min(worth, goods)
  const rest = shareOut(returnable(bill, before).tenders, worth - used, [], step)
  if (rest === null) return null
  const afterRest = returnable(bill, [...before, { status: 'open', lines: [], parts: rest }])
  const credit = shareOut(afterRest.tenders, used, [], step)
  return credit && { lines: plan.lines, credit: credit.flatMap(creditOf), rest }
}

/** The same for a return whose other goods are still to be chosen: all of it waits, and nothing goes back yet. */
export function asExchange(
  bill: Bill,
  before: readonly WentBack[],
  { lines, tips }: Wanted,
  step: CashStep,
): ReturnPlan | null {
  const plan = tips.length > 0 ? null : planExchange(bill, before, lines, Number.MAX_SAFE_INTEGER, step)
  return plan && { lines: plan.lines, parts: plan.credit }
}

function creditOf(part: ReturnPart): readonly ExchangePart[] {
  const { tender_id, goods, tip, surcharge } = part
  const share = { kind: 'exchange', tender_id, goods, tip, surcharge, state: 'waiting' } as const
  switch (part.kind) {
    case 'card': {
      const { kind, intent_id, payment_id, brand, last_four } = part
      return [{ ...share, rounding: 0, intent_id, payer: { kind, intent_id, payment_id, brand, last_four } }]
    }
    case 'gift_card': {
      const { kind, card_id, last_four } = part
      return [{ ...share, rounding: 0, payer: { kind, card_id, last_four } }]
    }
    case 'cash':
      return [{ ...share, rounding: part.rounding, payer: { kind: 'cash' } }]
    case 'exchange':
      return [part]
  }
}

/** The exchange as the first tender of the bill for the other goods. */
export function exchangeTender(
  one: Pick<Return, 'id' | 'number'>,
  { lines, credit, rest }: ExchangePlan,
  storeCredit: { readonly card_id: string | null; readonly last_four: string } | null,
): ExchangeTender {
  const sum = (of: (part: ExchangePart) => Cents) => credit.reduce((all, part) => all + of(part), 0)
  const back = storeCredit === null ? rest : asStoreCredit({ lines, parts: rest }, storeCredit).parts
  return {
    kind: 'exchange',
    status: 'paid',
    id: one.id,
    number: one.number,
    amount: sum(({ goods }) => goods),
    surcharge: sum(({ surcharge }) => surcharge),
    rounding: sum(({ rounding }) => rounding),
    lines: [...lines],
    credit: [...credit],
    rest: [...back],
  }
}
