import type { ShopClock } from '../../../../../src-shared/pos/report/business-day.ts'
import type { Week } from './random-week.ts'

/**
 * The figures of a period once more, from first principles: no code of the report, of the totals of an order or of returns
 * is used. Each thing that happened is walked through by itself, and put into plain tables.
 */
export interface Recount {
  readonly sums: Readonly<Record<string, number>>
  /** `table:row` to a number. */
  readonly tables: Readonly<Record<string, number>>
}

const half = (over: number, under: number) => Math.floor((2 * over + under) / (2 * under))

export function recount(
  week: Week,
  isIn: (ms: number) => boolean,
  clock: ShopClock,
  categories: ReadonlyMap<string, string>,
): Recount {
  const sums: Record<string, number> = {}
  const tables: Record<string, number> = {}
  const sum = (name: string, cents: number) => {
    sums[name] = (sums[name] ?? 0) + cents
  }
  const row = (table: string, key: string, cents: number) => {
    tables[`${table}:${key}`] = (tables[`${table}:${key}`] ?? 0) + cents
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
      const surcharge = tender.kind === 'card' ? tender.surcharge : 0
      const rounding = tender.kind === 'cash' ? tender.rounding : 0
      const all = tender.amount + tip + surcharge + rounding
      if (tender.status === 'returned') {
        sum('voids', all)
        continue
      }
      paid += tender.amount
      sum('collected', all)
      sum('tips', tip)
      sum('surcharges', surcharge)
      sum('rounding', rounding)
      row('method', tender.kind, tender.amount)
      row('method tips', tender.kind, tip)
      if (tender.kind === 'card') row('brand', tender.payment.brand, all)
      if (tip > 0) row('tips', String(person), tip)
    }
    if (paid === 0) continue
    sum('count', 1)
    row('hour', String(Number(hourIn.format(at))), paid)
    if (bill.order === null || paid !== bill.total) {
      sum('gross', paid)
      sum('net', paid)
      row('item', '', paid)
      row('category', '', paid)
      continue
    }
    const { lines, taxes, gross, given } = priced(bill.order)
    sum('gross', gross)
    sum('discounts', given)
    for (const line of lines) {
      sum('net', line.paid - line.included)
      row('item', line.name, line.paid - line.included)
      row('quantity', line.name, line.quantity)
      row('category', categories.get(line.item_id) ?? '', line.paid - line.included)
    }
    for (const [name, tax] of taxes) {
      sum('tax', tax)
      row('tax', name, tax)
    }
  }

  // What came back before counts, also where it was another day.
  const before = new Map<string, number>()
  for (const { at, one, bill, person } of week.returned) {
    const sold = bill?.order == null ? null : priced(bill.order)
    const isPartPaid =
      bill !== null &&
      bill.tenders.reduce((all, t) => (t.status === 'paid' ? all + t.amount : all), 0) < bill.total
    for (const back of one.lines) {
      const key = `${one.bill_id} ${back.line_id}`
      const was = before.get(key) ?? 0
      before.set(key, was + back.quantity)
      const line = isPartPaid ? undefined : sold?.lines.find(({ id }) => id === back.line_id)
      if (!isIn(at)) continue
      if (line === undefined) {
        // An amount that was typed comes back in cents.
        sum('returned net', back.quantity)
        row('item back', '', back.quantity)
        continue
      }
      const share = (cents: number) =>
        half(cents * (was + back.quantity), line.quantity) - half(cents * was, line.quantity)
      const tax = share(line.added) + share(line.included)
      const net = share(line.paid) - share(line.included)
      sum('returned net', net)
      sum('returned tax', tax)
      row('item back', line.name, net)
      row('category back', categories.get(line.item_id) ?? '', net)
      for (const [name, cents] of proportional(tax, line.rates)) row('tax back', name, cents)
    }
    if (!isIn(at)) continue
    for (const part of one.parts) {
      const cents = part.goods + part.tip + part.surcharge + (part.kind === 'cash' ? part.rounding : 0)
      sum('returned tips', part.tip)
      sum('returned surcharges', part.surcharge)
      sum(part.state === 'done' ? 'given back' : 'unresolved', cents)
      if (part.state !== 'done') continue
      row('method back', part.kind, cents)
      if (part.kind === 'card') row('brand back', part.brand, cents)
      if (part.tip > 0) row('tips back', String(person), part.tip)
    }
  }

  for (const entry of week.cash) {
    if (isIn(Date.parse(entry.at)) && 'amount' in entry) row('cash', entry.kind, entry.amount)
  }
  return { sums, tables }
}

type Order = NonNullable<Week['sold'][number]['bill']['order']>

/** An order in cents, by hand: prices, discounts, taxes; whole cents go to whoever lost most, equals by their names. */
function priced(order: Order) {
  const off = (amount: number, { kind, value }: { kind: string; value: number }) =>
    Math.min(amount, kind === 'amount' ? value : half(amount * value, 10_000))
  const lines = order.lines.map((line) => {
    const gross = half(line.unit_amount * line.quantity, 1_000)
    return { line, gross, left: gross - (line.discount === null ? 0 : off(gross, line.discount)) }
  })
  const subject = lines.reduce((all, { left }) => all + left, 0)
  let orderOff = 0
  for (const { discount } of order.discounts) orderOff += Math.min(subject - orderOff, off(subject, discount))
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
    // All that bear one rate have the same rates in their price here.
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
  return { lines: known, taxes, gross, given: gross - known.reduce((all, { paid }) => all + paid, 0) }
}

interface Exact {
  readonly id: string
  readonly over: number
  readonly under: number
}

/** The city's rate is on goods with and without a tax in their price. */
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
