import type { Bill, Tender } from '../../../../../src-shared/pos/bill/bill.ts'
import { takeCash } from '../../../../../src-shared/pos/bill/cash.ts'
import type { CashEntry } from '../../../../../src-shared/pos/cash/cash-entry.ts'
import { emptyShift, expectedIn, withEntry } from '../../../../../src-shared/pos/cash/shift.ts'
import type { Discount, Order, TaxRate } from '../../../../../src-shared/pos/order/order.ts'
import { totalsOf } from '../../../../../src-shared/pos/order/totals.ts'
import { countedShift } from '../../../../../src-shared/pos/report/cash-figures.ts'
import type { ReturnFact, SoldFact } from '../../../../../src-shared/pos/report/facts.ts'
import type { CountedShift } from '../../../../../src-shared/pos/report/figures-schema.ts'
import { exchangeTender, planExchange } from '../../../../../src-shared/pos/returns/exchange.ts'
import type { Return, ReturnPart } from '../../../../../src-shared/pos/returns/return.ts'
import { partCents } from '../../../../../src-shared/pos/returns/return-sums.ts'
import { planReturn, returnable } from '../../../../../src-shared/pos/returns/returnable.ts'
import { aLine } from '../order/arbitrary-order.ts'
import { bill, cardTender } from '../returns/arbitrary-bill.ts'

/** The events of a week at a counter, as its files store them. */
export interface Week {
  readonly sold: readonly SoldFact[]
  readonly returned: readonly ReturnFact[]
  readonly cash: readonly CashEntry[]
}

export const categories = new Map([
  ['tea', 'Drinks'],
  ['coffee', 'Drinks'],
  ['cake', 'Food'],
  ['cheese', 'Food'],
])

const items = [
  { id: 'tea', name: 'Tea', price: 325, rates: ['state'] },
  { id: 'coffee', name: 'Coffee', price: 399, rates: ['state', 'city'] },
  { id: 'cake', name: 'Cake', price: 1_250, rates: ['vat'] },
  { id: 'cheese', name: 'Cheese', price: 2_199, rates: ['vat', 'city'] },
  // Without a category, since it is no longer in the catalogue.
  { id: 'mug', name: 'Mug', price: 1_899, rates: [] },
] as const

const rates: Readonly<Record<string, TaxRate>> = {
  state: { id: 'state', name: 'State', rate: 6_250, inclusive: false },
  city: { id: 'city', name: 'City', rate: 1_375, inclusive: false },
  vat: { id: 'vat', name: 'VAT', rate: 19_000, inclusive: true },
}

/** Returns a generator of numbers from 0 up to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const weekMs = 7 * 86_400_000

export function randomWeek(seed: number, from: number, sales = 150): Week {
  const random = randomOf(seed)
  const below = (most: number) => Math.floor(random() * most)
  const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value
  const chance = (share: number) => random() < share
  const iso = (ms: number) => new Date(ms).toISOString()

  const discount = (): Discount =>
    chance(0.5)
      ? { kind: 'amount', value: 1 + below(400), reason: oneOf(['Regular', 'Damaged']) }
      : { kind: 'percent', value: 1 + below(3_000), reason: oneOf(['Regular', 'Happy hour']) }

  function order(id: string): Order {
    const lines = Array.from({ length: 1 + below(4) }, (_, index) => {
      const item = oneOf(items)
      return aLine({
        id: `line_${index}`,
        item_id: item.id,
        name: item.name,
        unit_amount: item.price,
        quantity: chance(0.8) ? 1_000 * (1 + below(3)) : 1 + below(2_500),
        discount: chance(0.2) ? discount() : null,
        tax_rates: item.rates.map((rate) => rates[rate] as TaxRate),
      })
    })
    if (chance(0.08)) {
      const gift_card = { card_id: null, last_four: '' }
      const unit_amount = 500 * (1 + below(20))
      lines.push(aLine({ id: 'gift', item_id: null, name: 'Gift card', unit_amount, gift_card }))
    }
    const discounts = Array.from({ length: chance(0.2) ? 1 + below(2) : 0 }, (_, index) => ({
      id: `discount_${index}`,
      discount: discount(),
    }))
    // Some orders are given away entirely.
    if (chance(0.03)) {
      discounts.push({ id: 'all', discount: { kind: 'percent', value: 10_000, reason: 'Sorry' } })
    }
    return { id, lines, discounts }
  }

  const cash: CashEntry[] = []
  const sold: SoldFact[] = []
  const returned: ReturnFact[] = []

  function tendersOf(id: string, due: number, at: number, isWhole = false): readonly Tender[] {
    const tenders: Tender[] = []
    let left = due
    if (chance(0.06)) tenders.push({ ...card(`${id}_undone`, left), status: 'returned' })
    if (left > 500 && chance(0.15)) {
      const part = 1 + below(left - 1)
      tenders.push(card(`${id}_part`, part))
      left -= part
    }
    if (left > 500 && chance(0.1)) {
      const gift = { card_id: 'gc_1', last_four: '4242', amount: 1 + below(left - 1), left: 0 }
      tenders.push({ kind: 'gift_card', status: 'paid', id: `gift_${id}`, taken_at: iso(at), ...gift })
      left -= gift.amount
    }
    // The bill is left part paid, or is given back entirely.
    if (chance(0.03) && !isWhole) return tenders
    const taken = chance(0.4) ? takeCash(left, left + 2_000 - (left % 5), 5) : null
    if (taken !== null && taken.amount === left) {
      const tendered = left + 2_000 - (left % 5)
      tenders.push({ kind: 'cash', status: 'paid', id: `cash_${id}`, tendered, taken_at: iso(at), ...taken })
      const amount = taken.amount + taken.rounding
      cash.push({
        id: `cash_${id}`,
        at: iso(at),
        kind: 'sale',
        bill: id,
        amount,
        tendered,
        change: taken.change,
      })
    } else tenders.push(card(`${id}_last`, left))
    return tenders
  }

  function card(id: string, amount: number): Extract<Tender, { kind: 'card' }> {
    const tender = cardTender(id, amount, chance(0.4) ? below(900) : 0, chance(0.3) ? below(300) : 0)
    const brand = oneOf(['visa', 'Visa', 'VISA', 'mastercard', 'amex', 'American Express'])
    return { ...tender, payment: { ...tender.payment, brand } }
  }

  for (let index = 0; index < sales; index++) {
    const at = from + below(weekMs)
    const id = `KT${1_000 + index}`
    const rung = chance(0.8) ? order(`order_${id}`) : null
    const due = rung === null ? 1 + below(20_000) : totalsOf(rung).total
    const tenders = due === 0 ? [] : tendersOf(id, due, at)
    if (tenders.length === 0 && due > 0) continue
    const one: Bill = bill({ id: `bill_${id}`, number: id, order: rung, total: due, tenders: [...tenders] })
    const person = oneOf(['Ana', 'Bo', null])
    sold.push({ at, bill: one, person })
    comesBack(one, at, person)
  }

  function comesBack(one: Bill, at: number, person: string | null): void {
    const before: Return[] = []
    while (chance(before.length === 0 ? 0.25 : 0.4)) {
      const when = at + 1 + below(weekMs / 3)
      const given = chance(0.3) ? exchange(one, before, when) : bringBack(one, before, when)
      if (given === null) break
      before.push(given.one)
      returned.push({ ...given, person })
    }
  }

  /** Exchanges returned goods for other goods: dearer, cheaper, equal in price, or cancelled in the end. */
  function exchange(one: Bill, before: readonly Return[], at: number): Omit<ReturnFact, 'person'> | null {
    const number = `KT${5_000 + sold.length}`
    const rung = chance(0.8) ? order(`order_${number}`) : null
    const lines = someOf(one, before)
    const worth = planExchange(one, before, lines, Number.MAX_SAFE_INTEGER, 5)?.lines ?? []
    const asDear = worth.reduce((all, { paid }) => all + paid, 0)
    const typed = chance(0.3) ? asDear : 1 + below(20_000)
    const total = rung === null ? typed : totalsOf(rung).total
    const plan = total === 0 ? null : planExchange(one, before, lines, total, 5)
    if (plan === null) return null
    const id = `ret_${one.number}_${before.length}`
    const tender = exchangeTender({ id, number: one.number }, plan, null)
    const seller = oneOf(['Ana', 'Bo', null])
    const isUndone = chance(0.1)
    const left = total - tender.amount
    const tenders: readonly Tender[] = isUndone
      ? [{ ...tender, status: 'returned' }]
      : [tender, ...(left === 0 ? [] : tendersOf(number, left, at, true))]
    const next = bill({ id: `bill_${number}`, number, order: rung, total, tenders: [...tenders] })
    sold.push({ at, bill: next, person: seller })
    if (isUndone) return null
    if (at < from + weekMs) comesBack(next, at, seller)
    const credit = tender.credit.map((part) => ({ ...part, state: 'done' as const }))
    return ended(one, id, at, plan.lines, [...credit, ...tender.rest.map((part) => doneAt(part, at))], {
      exchange: { bill: number },
    })
  }

  function someOf(one: Bill, before: readonly Return[]) {
    return returnable(one, before)
      .lines.filter((line) => line.sold > line.returned && chance(0.6))
      .map((line) => ({ line_id: line.id, quantity: 1 + below(line.sold - line.returned) }))
  }

  function doneAt(part: ReturnPart, at: number): ReturnPart {
    if (part.kind === 'cash') return { ...part, state: 'done', handed_at: iso(at) }
    if (part.kind !== 'card') return { ...part, state: 'done' }
    return { ...part, state: chance(0.9) ? 'done' : 'unresolved', how: 'refund' }
  }

  function bringBack(one: Bill, before: readonly Return[], at: number): Omit<ReturnFact, 'person'> | null {
    const lines = someOf(one, before)
    const tips = returnable(one, before)
      .tenders.filter(({ tip, tipBack }) => tip > tipBack && chance(0.3))
      .map(({ id }) => id)
    const plan = planReturn(one, before, { lines, tips }, 5)
    if (plan === null) return null
    const id = `ret_${one.number}_${before.length}`
    return ended(
      one,
      id,
      at,
      plan.lines,
      plan.parts.map((part) => doneAt(part, at)),
    )
  }

  function ended(
    one: Bill,
    id: string,
    at: number,
    lines: Return['lines'],
    parts: readonly ReturnPart[],
    more: Pick<Return, 'exchange'> = {},
  ): Omit<ReturnFact, 'person'> {
    for (const part of parts) {
      if (part.kind !== 'cash' || partCents(part) === 0) continue
      const amount = partCents(part)
      cash.push({
        id: `${id}-cash`,
        at: iso(at),
        kind: 'refund',
        amount,
        reason: 'cold',
        bill: one.number,
      })
    }
    const known: Return = {
      id,
      bill_id: one.id,
      number: one.number,
      currency: 'USD',
      lines,
      parts: [...parts],
      reason: 'cold',
      started_at: iso(at - 1),
      status: 'done',
      ...more,
    }
    return { at, one: known, bill: one }
  }

  for (let index = 0; index < 20; index++) {
    const kind = oneOf(['drop', 'payout', 'paid_in'] as const)
    const at = iso(from + below(weekMs))
    cash.push({ id: `moved_${index}`, at, kind, amount: 1 + below(9_000), reason: 'milk' })
  }
  return { sold, returned, cash: cash.sort((one, other) => one.at.localeCompare(other.at)) }
}

export interface CountedWeek extends Week {
  readonly shifts: readonly CountedShift[]
}

/** Adds a drawer to the week that is opened, counted now and then, and is sometimes over or short. */
export function withCounts(week: Week, seed: number, from: number): CountedWeek {
  const random = randomOf(seed + 1_000)
  const below = (most: number) => Math.floor(random() * most)
  const iso = (ms: number) => new Date(ms).toISOString()
  const between: CashEntry[] = Array.from({ length: 12 }, (_, index) => ({
    id: `opened_only_${index}`,
    at: iso(from + below(weekMs)),
    kind: 'no_sale',
    reason: 'change',
  }))
  for (let index = 0; index < 8; index++) {
    const at = iso(from + below(weekMs))
    const given = { bill: `KT${index}`, amount: 1 + below(3_000), tendered: 0, change: 0 }
    between.push({ id: `undone_${index}`, at, kind: 'returned', ...given })
  }
  const booked = [...week.cash, ...between].sort((one, other) => one.at.localeCompare(other.at))
  const cash: CashEntry[] = []
  const shifts: CountedShift[] = []
  let shift: CashEntry[] = []
  const book = (entry: CashEntry) => {
    shift.push(entry)
    cash.push(entry)
  }
  for (const [index, entry] of booked.entries()) {
    if (shift.length === 0 && random() < 0.8) {
      book({ id: `float_${index}`, at: entry.at, kind: 'opened', amount: below(30_000) })
    }
    book(entry)
    if (random() > 0.08) continue
    const counted = [5_000, 100, 1].map((value) => ({ value, count: below(40) }))
    const amount = counted.reduce((all, { value, count }) => all + value * count, 0)
    const expected = expectedIn(shift.reduce(withEntry, emptyShift))
    // Counts need different times, since the time identifies a count.
    const at = iso(Date.parse(entry.at) + 1 + index)
    book({ id: `count_${index}`, at, kind: 'closed', counted, amount, expected })
    const one = countedShift(shift)
    if (one !== null) shifts.push(one)
    shift = []
  }
  return { ...week, cash, shifts }
}
