import { networkName } from '../../payments/card-name.ts'
import { isSale, paidOf } from '../bill/balance.ts'
import type { ReturnPart } from '../returns/return.ts'
import { partCents, roundingOf as roundingOfPart } from '../returns/return-sums.ts'
import { hourOf, type ShopClock } from './business-day.ts'
import { cashFigures } from './cash-figures.ts'
import type { ReportFacts } from './facts.ts'
import type { Figures } from './figures-schema.ts'
import { contentsBack, contentsOf, taxesBack } from './sold-lines.ts'
import { createSums, total } from './summed.ts'
import { roundingOf, surchargeOf, takingsOf, tenderCents, tipOf } from './takings.ts'

/** Adds up the figures of a period from parts of its facts, since a whole day takes long. */
export interface FigureSums {
  /** Add sales before returns: rows keep the order of first appearance. */
  add(part: Partial<Pick<ReportFacts, 'sold' | 'returned'>>): void
  /** @param drawer of the whole period */
  figures(drawer: Pick<ReportFacts, 'cash' | 'shifts'>): Figures
}

/** Pure, in whole cents: every figure is a sum over single bills, returns or entries. */
export function createFigureSums(clock: ShopClock, categoryOf: ReportFacts['categories']): FigureSums {
  const sales = createSums<Required<Figures['sales']>>()
  const returns = createSums<Figures['returns']>()
  const voids = createSums<Figures['voids']>()
  const methods = createSums<Row<'methods'>, 'method'>(['method'])
  const brands = createSums<Row<'brands'>, 'brand'>(['brand'])
  const hours = createSums<Row<'hours'>, 'hour'>(['hour'])
  const items = createSums<Row<'items'>, 'name'>(['name'])
  const categories = createSums<Row<'categories'>, 'category'>(['category'])
  const taxes = createSums<Row<'taxes'>, 'name' | 'rate' | 'inclusive'>(['name', 'rate', 'inclusive'])
  const discounts = createSums<Row<'discounts'>, 'reason'>(['reason'])
  const tips = createSums<Row<'tips'>, 'person'>(['person'])

  function add({ sold: bills = [], returned = [] }: Parameters<FigureSums['add']>[0]): void {
    const sold = bills.map((fact) => ({ ...fact, contents: contentsOf(fact.bill) }))
    const tenders = sold.flatMap(({ bill, person }) => bill.tenders.map((tender) => ({ tender, person })))
    const paid = tenders.filter(({ tender }) => tender.status === 'paid')
    const undone = tenders.filter(({ tender }) => tender.status === 'returned' && tender.kind !== 'exchange')
    const parts = returned.flatMap(({ one, bill }) => one.parts.map((part) => ({ part, bill })))
    const given = parts.filter(({ part }) => part.state === 'done')
    const back = returned.flatMap(({ one, bill }) => one.lines.map((line) => ({ line, bill })))
    const takings = takingsOf({ sold: bills, returned })
    const goods = [
      ...sold.flatMap(({ contents }) =>
        contents.lines.map((line) => ({ ...line, returned_quantity: 0, returned: 0 })),
      ),
      ...back.map(({ bill, line }) => {
        const { quantity, net: cents, ...names } = contentsBack(bill, line)
        return { ...names, quantity: 0, net: 0, returned_quantity: quantity, returned: cents }
      }),
    ]

    sales.add([
      {
        count: takings.count,
        gross: total(sold.map(({ contents }) => contents.gross)),
        discounts: total(sold.flatMap(({ contents }) => contents.discounts.map(({ amount }) => amount))),
        net: total(sold.flatMap(({ contents }) => contents.lines.map((line) => line.net))),
        tax: total(sold.flatMap(({ contents }) => contents.taxes.map((one) => one.tax))),
        tips: takings.tips,
        surcharges: total(paid.map(({ tender }) => surchargeOf(tender))),
        rounding: total(paid.map(({ tender }) => roundingOf(tender))),
        gift_cards: total(sold.map(({ contents }) => contents.giftCards)),
        collected: takings.collected,
      },
    ])
    returns.add([
      {
        count: returned.length,
        net: total(back.map(({ line }) => line.paid - line.tax)),
        tax: total(back.map(({ line }) => line.tax)),
        tips: total(parts.map(({ part }) => part.tip)),
        surcharges: total(parts.map(({ part }) => part.surcharge)),
        rounding: total(parts.map(({ part }) => roundingOfPart(part))),
        given_back: takings.given_back,
        unresolved: total(parts.map(({ part }) => (part.state === 'unresolved' ? partCents(part) : 0))),
      },
    ])
    voids.add([{ count: undone.length, amount: total(undone.map(({ tender }) => tenderCents(tender))) }])
    methods.add([
      ...paid.map(({ tender }) => ({
        method: tender.kind,
        count: 1,
        amount: tender.amount,
        tips: tipOf(tender),
        surcharges: surchargeOf(tender),
        rounding: roundingOf(tender),
        returned: 0,
      })),
      ...given.map(({ part }) => ({
        method: part.kind,
        count: 0,
        amount: 0,
        tips: 0,
        surcharges: 0,
        rounding: 0,
        returned: partCents(part),
      })),
    ])
    brands.add([
      ...paid.flatMap(({ tender }) =>
        tender.kind === 'card'
          ? [{ brand: networkName(tender.payment.brand), count: 1, amount: tenderCents(tender), returned: 0 }]
          : [],
      ),
      ...given.flatMap(({ part }) =>
        part.kind === 'card'
          ? [{ brand: networkName(part.brand), count: 0, amount: 0, returned: partCents(part) }]
          : [],
      ),
    ])
    hours.add(
      sold
        .filter(({ bill }) => isSale(bill))
        .map(({ at, bill }) => ({ hour: hourOf(at, clock), count: 1, amount: paidOf(bill) })),
    )
    items.add(
      goods.map(({ name, quantity, net: amount, returned_quantity, returned: cents }) => ({
        name,
        quantity,
        amount,
        returned_quantity,
        returned: cents,
      })),
    )
    categories.add(
      goods.map(({ item_id, net: amount, returned: cents }) => ({
        category: (item_id === null ? null : categoryOf.get(item_id)) ?? '',
        amount,
        returned: cents,
      })),
    )
    taxes.add([
      ...sold.flatMap(({ contents }) =>
        contents.taxes.map(({ rate, tax: of }) => ({ ...named(rate), tax: of, returned: 0 })),
      ),
      ...back.flatMap(({ bill, line }) =>
        taxesBack(bill, line).map(({ rate, tax: of }) => ({ ...named(rate), tax: 0, returned: of })),
      ),
    ])
    discounts.add(sold.flatMap(({ contents }) => contents.discounts.map((one) => ({ ...one, count: 1 }))))
    tips.add([
      ...paid
        .filter(({ tender }) => tipOf(tender) > 0)
        .map(({ tender, person }) => ({ person, count: 1, amount: tipOf(tender), returned: 0 })),
      ...tipsBack(returned),
    ])
  }

  // Creates the zero rows for a period without sales.
  add({})
  hours.add(hoursFrom(clock))
  return {
    add,
    figures: (drawer) => ({
      sales: withoutNone(only(sales)),
      returns: only(returns),
      voids: only(voids),
      methods: largestFirst(methods),
      brands: largestFirst(brands),
      hours: betweenUsed(hours.rows()),
      items: largestFirst(items),
      categories: largestFirst(categories),
      taxes: taxes.rows(),
      discounts: largestFirst(discounts),
      tips: largestFirst(tips),
      cash: cashFigures(drawer),
    }),
  }
}

type Row<Table extends keyof Figures> = Figures[Table] extends readonly (infer One)[] ? One : never

/** The only row of sums without a key. */
function only<One extends object>(sums: { rows(): One[] }): One {
  const [row] = sums.rows()
  if (row === undefined) throw new Error('figures were read before any entry was added')
  return row
}

const withoutNone = ({ gift_cards, ...sales }: Required<Figures['sales']>): Figures['sales'] =>
  gift_cards === 0 ? sales : { ...sales, gift_cards }

const named = ({ name, rate, inclusive }: { name: string; rate: number; inclusive: boolean }) => ({
  name,
  rate,
  inclusive,
})

const largestFirst = <One extends { readonly amount: number }>(sums: { rows(): One[] }): One[] =>
  sums.rows().sort((one, other) => other.amount - one.amount)

/** Deducts a returned tip from the person who sold the goods. */
const tipsBack = (returned: ReportFacts['returned']) =>
  returned.flatMap(({ one, person }) =>
    one.parts.filter(hasTip).map(({ tip }) => ({ person, count: 0, amount: 0, returned: tip })),
  )
const hasTip = ({ tip, state }: ReturnPart): boolean => tip > 0 && state === 'done'

/** The hours of a business day, in order. */
const hoursFrom = ({ dayEndsAt }: ShopClock): Row<'hours'>[] =>
  Array.from({ length: 24 }, (_, index) => ({
    hour: (Math.floor(dayEndsAt / 60) + index) % 24,
    count: 0,
    amount: 0,
  }))

/** All hours from the first to the last one with sales. */
function betweenUsed(all: readonly Row<'hours'>[]): Row<'hours'>[] {
  const used = all.map(({ count }) => count > 0)
  return all.slice(used.indexOf(true) === -1 ? all.length : used.indexOf(true), used.lastIndexOf(true) + 1)
}
