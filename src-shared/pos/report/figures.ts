import { paidOf } from '../bill/balance.ts'
import type { Bill } from '../bill/bill.ts'
import type { ReturnPart } from '../returns/return.ts'
import { partCents, roundingOf as roundingOfPart } from '../returns/return-sums.ts'
import { hourOf, type ShopClock } from './business-day.ts'
import { cashFigures } from './cash-figures.ts'
import type { ReportFacts } from './facts.ts'
import type { Figures } from './figures-schema.ts'
import { type BillContents, contentsBack, contentsOf, taxesBack } from './sold-lines.ts'
import { summed, total } from './summed.ts'
import { roundingOf, surchargeOf, takingsOf, tenderCents, tipOf } from './takings.ts'

/**
 * What a period comes to, from the facts that are in it and nothing else. Pure, in whole cents: every figure is a sum of
 * what one bill, return or entry says by itself.
 * @param contentsIn what was sold on a bill, where it has been worked out already
 */
export function figuresOf(
  facts: ReportFacts,
  clock: ShopClock,
  contentsIn: (bill: Bill) => BillContents = contentsOf,
): Figures {
  const sold = facts.sold.map((fact) => ({ ...fact, contents: contentsIn(fact.bill) }))
  const tenders = sold.flatMap(({ bill, person }) => bill.tenders.map((tender) => ({ tender, person })))
  const paid = tenders.filter(({ tender }) => tender.status === 'paid')
  const undone = tenders.filter(({ tender }) => tender.status === 'returned' && tender.kind !== 'exchange')
  const parts = facts.returned.flatMap(({ one, bill }) => one.parts.map((part) => ({ part, bill })))
  const given = parts.filter(({ part }) => part.state === 'done')
  const back = facts.returned.flatMap(({ one, bill }) => one.lines.map((line) => ({ line, bill })))

  const takings = takingsOf(facts)
  const gross = total(sold.map(({ contents }) => contents.gross))
  const discounts = total(sold.flatMap(({ contents }) => contents.discounts.map(({ amount }) => amount)))
  const net = total(sold.flatMap(({ contents }) => contents.lines.map((line) => line.net)))
  const tax = total(sold.flatMap(({ contents }) => contents.taxes.map((one) => one.tax)))
  const giftCards = total(sold.map(({ contents }) => contents.giftCards))
  const goods = [
    ...sold.flatMap(({ contents }) =>
      contents.lines.map((line) => ({ ...line, returned_quantity: 0, returned: 0 })),
    ),
    ...back.map(({ bill, line }) => {
      const { quantity, net: returned, ...names } = contentsBack(bill, line)
      return { ...names, quantity: 0, net: 0, returned_quantity: quantity, returned }
    }),
  ]

  return {
    sales: {
      count: takings.count,
      gross,
      discounts,
      net,
      tax,
      tips: takings.tips,
      surcharges: total(paid.map(({ tender }) => surchargeOf(tender))),
      rounding: total(paid.map(({ tender }) => roundingOf(tender))),
      ...(giftCards === 0 ? {} : { gift_cards: giftCards }),
      collected: takings.collected,
    },
    returns: {
      count: facts.returned.length,
      net: total(back.map(({ line }) => line.paid - line.tax)),
      tax: total(back.map(({ line }) => line.tax)),
      tips: total(parts.map(({ part }) => part.tip)),
      surcharges: total(parts.map(({ part }) => part.surcharge)),
      rounding: total(parts.map(({ part }) => roundingOfPart(part))),
      given_back: takings.given_back,
      unresolved: total(parts.map(({ part }) => (part.state === 'unresolved' ? partCents(part) : 0))),
    },
    voids: { count: undone.length, amount: total(undone.map(({ tender }) => tenderCents(tender))) },
    methods: largestFirst(
      summed(
        [
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
        ],
        ['method'],
      ),
    ),
    brands: largestFirst(
      summed(
        [
          ...paid.flatMap(({ tender }) =>
            tender.kind === 'card'
              ? [{ brand: tender.payment.brand, count: 1, amount: tenderCents(tender), returned: 0 }]
              : [],
          ),
          ...given.flatMap(({ part }) =>
            part.kind === 'card'
              ? [{ brand: part.brand, count: 0, amount: 0, returned: partCents(part) }]
              : [],
          ),
        ],
        ['brand'],
      ),
    ),
    hours: byHour(
      sold.filter(({ bill }) => paidOf(bill) > 0).map(({ at, bill }) => ({ at, amount: paidOf(bill) })),
      clock,
    ),
    items: largestFirst(
      summed(
        goods.map(({ name, quantity, net: amount, returned_quantity, returned }) => ({
          name,
          quantity,
          amount,
          returned_quantity,
          returned,
        })),
        ['name'],
      ),
    ),
    categories: largestFirst(
      summed(
        goods.map(({ item_id, net: amount, returned }) => ({
          category: (item_id === null ? null : facts.categories.get(item_id)) ?? '',
          amount,
          returned,
        })),
        ['category'],
      ),
    ),
    taxes: summed(
      [
        ...sold.flatMap(({ contents }) =>
          contents.taxes.map(({ rate, tax: of }) => ({ ...named(rate), tax: of, returned: 0 })),
        ),
        ...back.flatMap(({ bill, line }) =>
          taxesBack(bill, line).map(({ rate, tax: of }) => ({ ...named(rate), tax: 0, returned: of })),
        ),
      ],
      ['name', 'rate', 'inclusive'],
    ),
    discounts: largestFirst(
      summed(
        sold.flatMap(({ contents }) => contents.discounts.map((one) => ({ ...one, count: 1 }))),
        ['reason'],
      ),
    ),
    tips: largestFirst(
      summed(
        [
          ...paid
            .filter(({ tender }) => tipOf(tender) > 0)
            .map(({ tender, person }) => ({ person, count: 1, amount: tipOf(tender), returned: 0 })),
          ...tipsBack(facts),
        ],
        ['person'],
      ),
    ),
    cash: cashFigures(facts),
  }
}

const named = ({ name, rate, inclusive }: { name: string; rate: number; inclusive: boolean }) => ({
  name,
  rate,
  inclusive,
})

const largestFirst = <Row extends { readonly amount: number }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((one, other) => other.amount - one.amount)

/** A tip that goes back is taken off what the person got who sold it. */
const tipsBack = ({ returned }: ReportFacts) =>
  returned.flatMap(({ one, person }) =>
    one.parts.filter(hasTip).map(({ tip }) => ({ person, count: 0, amount: 0, returned: tip })),
  )
const hasTip = ({ tip, state }: ReturnPart): boolean => tip > 0 && state === 'done'

/** All hours between the first and the last in which something was sold, as the day goes. */
function byHour(sales: readonly { readonly at: number; readonly amount: number }[], clock: ShopClock) {
  const first = Math.floor(clock.dayEndsAt / 60)
  const rows = Array.from({ length: 24 }, (_, index) => ({ hour: (first + index) % 24, count: 0, amount: 0 }))
  const all = summed(
    [...rows, ...sales.map(({ at, amount }) => ({ hour: hourOf(at, clock), count: 1, amount }))],
    ['hour'],
  )
  const used = all.map(({ count }) => count > 0)
  return all.slice(used.indexOf(true) === -1 ? all.length : used.indexOf(true), used.lastIndexOf(true) + 1)
}
