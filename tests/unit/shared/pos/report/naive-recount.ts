import type { ShopClock } from '../../../../../src-shared/pos/report/business-day.ts'
import type { CountedWeek, Week } from './random-week.ts'

/**
 * Computes the figures of a period again from first principles, without any code of the report, of order totals or of
 * returns. Each fact is processed on its own and added to plain rows: `table[row].figure` to a number.
 */
export type Recount = Readonly<Record<string, number>>

const shownNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  VISA: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  'American Express': 'Amex',
}
const shownName = (brand: string) => shownNames[brand] ?? brand

const half = (over: number, under: number) => Math.floor((2 * over + under) / (2 * under))

export function recount(
  week: CountedWeek,
  isIn: (ms: number) => boolean,
  clock: ShopClock,
  categories: ReadonlyMap<string, string>,
): Recount {
  const rows: Record<string, number> = {}
  const add = (name: string, number: number) => {
    rows[name] = (rows[name] ?? 0) + number
  }
  const hourIn = new Intl.DateTimeFormat('en-GB', {
    timeZone: clock.timeZone,
    hour: '2-digit',
    hourCycle: 'h23',
  })

  for (const { at, bill, person } of week.sold) {
    if (!isIn(at)) continue
    let paid = 0
    for (const tender of bill.tenders) {
      const tip = tender.kind === 'card' ? tender.tip : 0
      const surcharge = tender.kind === 'card' || tender.kind === 'exchange' ? tender.surcharge : 0
      const rounding = tender.kind === 'cash' || tender.kind === 'exchange' ? tender.rounding : 0
      const all = tender.amount + tip + surcharge + rounding
      if (tender.status === 'returned') {
        // The customer kept the returned goods after all, so no money was paid back.
        if (tender.kind === 'exchange') continue
        add('voids.count', 1)
        add('voids.amount', all)
        continue
      }
      paid += tender.amount
      add('sales.collected', all)
      for (const [figure, cents] of [
        ['tips', tip],
        ['surcharges', surcharge],
        ['rounding', rounding],
      ] as const) {
        add(`sales.${figure}`, cents)
        add(`methods[${tender.kind}].${figure}`, cents)
      }
      add(`methods[${tender.kind}].count`, 1)
      add(`methods[${tender.kind}].amount`, tender.amount)
      if (tender.kind === 'card') {
        add(`brands[${shownName(tender.payment.brand)}].count`, 1)
        add(`brands[${shownName(tender.payment.brand)}].amount`, all)
      }
      if (tip > 0) {
        add(`tips[${person}].count`, 1)
        add(`tips[${person}].amount`, tip)
      }
    }
    if (paid === 0 && bill.total > 0) continue
    add('sales.count', 1)
    const hour = Number(hourIn.format(at))
    add(`hours[${hour}].count`, 1)
    add(`hours[${hour}].amount`, paid)
    if (bill.order === null || paid !== bill.total) {
      add('sales.gross', paid)
      add('sales.net', paid)
      add('items[].quantity', 1_000)
      add('items[].amount', paid)
      add('categories[].amount', paid)
      continue
    }
    const { lines, taxes, gross, discounts, giftCards } = priced(bill.order)
    add('sales.gross', gross)
    // Owed to the card holder, and part of no item and no category.
    add('sales.gift_cards', giftCards)
    for (const { reason, amount } of discounts) {
      add('sales.discounts', amount)
      add(`discounts[${reason}].count`, 1)
      add(`discounts[${reason}].amount`, amount)
    }
    for (const line of lines) {
      add('sales.net', line.paid - line.included)
      add(`items[${line.name}].quantity`, line.quantity)
      add(`items[${line.name}].amount`, line.paid - line.included)
      add(`categories[${categories.get(line.item_id) ?? ''}].amount`, line.paid - line.included)
    }
    for (const [name, tax] of taxes) {
      add('sales.tax', tax)
      add(`taxes[${name}].tax`, tax)
    }
  }

  // Earlier returns count, also those of another day.
  const before = new Map<string, number>()
  for (const { at, one, bill, person } of week.returned) {
    const sold = bill?.order == null ? null : priced(bill.order)
    const isPartPaid =
      bill !== null &&
      bill.tenders.reduce((all, t) => (t.status === 'paid' ? all + t.amount : all), 0) < bill.total
    if (isIn(at)) add('returns.count', 1)
    for (const back of one.lines) {
      const key = `${one.bill_id} ${back.line_id}`
      const was = before.get(key) ?? 0
      before.set(key, was + back.quantity)
      const line = isPartPaid ? undefined : sold?.lines.find(({ id }) => id === back.line_id)
      if (!isIn(at)) continue
      if (line === undefined) {
        // A typed amount is returned in cents.
        add('returns.net', back.quantity)
        add('items[].returned', back.quantity)
        add('categories[].returned', back.quantity)
        continue
      }
      const share = (cents: number) =>
        half(cents * (was + back.quantity), line.quantity) - half(cents * was, line.quantity)
      const tax = share(line.added) + share(line.included)
      const net = share(line.paid) - share(line.included)
      add('returns.net', net)
      add('returns.tax', tax)
      add(`items[${line.name}].returned_quantity`, back.quantity)
      add(`items[${line.name}].returned`, net)
      add(`categories[${categories.get(line.item_id) ?? ''}].returned`, net)
      for (const [name, cents] of proportional(tax, line.rates)) add(`taxes[${name}].returned`, cents)
    }
    if (!isIn(at)) continue
    for (const part of one.parts) {
      const rounding = part.kind === 'cash' || part.kind === 'exchange' ? part.rounding : 0
      const cents = part.goods + part.tip + part.surcharge + rounding
      add('returns.tips', part.tip)
      add('returns.surcharges', part.surcharge)
      add('returns.rounding', rounding)
      add(part.state === 'done' ? 'returns.given_back' : 'returns.unresolved', cents)
      if (part.state !== 'done') continue
      add(`methods[${part.kind}].returned`, cents)
      if (part.kind === 'card') add(`brands[${shownName(part.brand)}].returned`, cents)
      if (part.tip > 0) add(`tips[${person}].returned`, part.tip)
    }
  }

  for (const { kind, at, ...entry } of week.cash) {
    if (!isIn(Date.parse(at)) || kind === 'opened' || kind === 'closed') continue
    add(`cash.${cashFigure[kind]}`, 'amount' in entry ? entry.amount : 1)
  }
  recountDrawer(week.cash, isIn, add)
  return rows
}

const cashFigure = {
  sale: 'sales',
  returned: 'returned',
  refund: 'refunds',
  paid_in: 'paid_in',
  drop: 'drops',
  payout: 'payouts',
  no_sale: 'no_sales',
} as const
const comesIn = ['opened', 'sale', 'paid_in']

/** The content of the drawer, entry by entry, counted by hand. */
function recountDrawer(
  cash: CountedWeek['cash'],
  isIn: (ms: number) => boolean,
  add: (name: string, number: number) => void,
): void {
  let inside = 0
  let seen: [string, number][] = []
  for (const entry of cash) {
    if (entry.kind !== 'closed') {
      const cents = entry.kind === 'no_sale' ? 0 : entry.amount
      inside += comesIn.includes(entry.kind) ? cents : -cents
      seen.push(['entries', 1])
      seen.push(entry.kind === 'opened' ? ['float', cents] : [cashFigure[entry.kind], cents])
      if (entry.kind === 'no_sale') seen.push(['no_sales', 1])
      continue
    }
    if (isIn(Date.parse(entry.at))) {
      const shift = `cash.shifts[${entry.at}]`
      add(`${shift}.expected`, inside)
      for (const { value, count } of entry.counted) {
        add(`${shift}.counted`, value * count)
        add(`${shift}.pieces[${value}].count`, count)
      }
      for (const [figure, number] of seen) add(`${shift}.shift.${figure}`, number)
    }
    inside = 0
    seen = []
  }
}

type Order = NonNullable<Week['sold'][number]['bill']['order']>

/**
 * Prices an order in cents by hand: prices, discounts, taxes. Whole cents go to the largest remainders, ties by name.
 */
function priced(order: Order) {
  const off = (amount: number, { kind, value }: { kind: string; value: number }) =>
    Math.min(amount, kind === 'amount' ? value : half(amount * value, 10_000))
  const discounts: { readonly reason: string; readonly amount: number }[] = []
  const isGoods = (line: Order['lines'][number]) => line.gift_card === undefined
  const giftCards = order.lines.reduce((all, line) => (isGoods(line) ? all : all + line.unit_amount), 0)
  const lines = order.lines.filter(isGoods).map((line) => {
    const gross = half(line.unit_amount * line.quantity, 1_000)
    const less = line.discount === null ? 0 : off(gross, line.discount)
    if (line.discount !== null) discounts.push({ reason: line.discount.reason, amount: less })
    return { line, gross, left: gross - less }
  })
  const subject = lines.reduce((all, { left }) => all + left, 0)
  let orderOff = 0
  for (const { discount } of order.discounts) {
    const amount = Math.min(subject - orderOff, off(subject, discount))
    discounts.push({ reason: discount.reason, amount })
    orderOff += amount
  }
  const bears = shareOut(
    orderOff,
    lines.map(({ line, left }) => ({ id: line.id, over: orderOff * left, under: Math.max(subject, 1) })),
  )
  const known = lines.map(({ line, left }) => ({
    id: line.id,
    name: line.name,
    item_id: line.item_id ?? '',
    quantity: line.quantity,
    paid: left - (bears.get(line.id) ?? 0),
    included: 0,
    added: 0,
    rates: line.tax_rates,
  }))
  const taxes = new Map<string, number>()
  for (const rate of new Map(
    known.flatMap((line) => line.rates.map((one) => [one.id, one] as const)),
  ).values()) {
    const bearing = known.filter((line) => line.rates.some(({ id }) => id === rate.id))
    const exact = bearing.map((line) => {
      const inPrice = line.rates.reduce((all, one) => (one.inclusive ? all + one.rate : all), 0)
      return { id: line.id, over: line.paid * rate.rate, under: 100_000 + inPrice }
    })
    // All lines with one rate have the same included rates here.
    const [first] = exact
    const tax = exact.every(({ under }) => under === first?.under)
      ? half(
          exact.reduce((all, { over }) => all + over, 0),
          first?.under ?? 1,
        )
      : mixed(exact)
    const shares = shareOut(tax, exact)
    for (const line of bearing) line[rate.inclusive ? 'included' : 'added'] += shares.get(line.id) ?? 0
    taxes.set(rate.name, tax)
  }
  const gross = lines.reduce((all, line) => all + line.gross, 0)
  return { lines: known, taxes, gross, discounts, giftCards }
}

interface Exact {
  readonly id: string
  readonly over: number
  readonly under: number
}

/** The city's rate applies to goods with and without an included tax. */
function mixed(parts: readonly Exact[]): number {
  let over = 0n
  let under = 1n
  for (const part of parts) {
    over = over * BigInt(part.under) + BigInt(part.over) * under
    under *= BigInt(part.under)
  }
  return Number((2n * over + under) / (2n * under))
}

function shareOut(amount: number, parts: readonly Exact[]): Map<string, number> {
  const shares = new Map(parts.map(({ id, over, under }) => [id, Math.floor(over / under)]))
  let left = amount - [...shares.values()].reduce((all, one) => all + one, 0)
  const byLoss = [...parts].sort((one, other) => {
    const lost = (part: Exact) => BigInt(part.over % part.under)
    const difference = lost(other) * BigInt(one.under) - lost(one) * BigInt(other.under)
    return difference === 0n ? (one.id < other.id ? -1 : 1) : difference > 0n ? 1 : -1
  })
  for (const { id } of byLoss) if (left-- > 0) shares.set(id, (shares.get(id) ?? 0) + 1)
  return shares
}

function proportional(tax: number, rates: readonly { id: string; name: string; rate: number }[]) {
  const all = rates.reduce((sum, { rate }) => sum + rate, 0)
  const shares = shareOut(
    tax,
    rates.map(({ id, rate }) => ({ id, over: tax * rate, under: Math.max(all, 1) })),
  )
  return rates.map(({ id, name }) => [name, shares.get(id) ?? 0] as const)
}
