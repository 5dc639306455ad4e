import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinOrders } from '../../../../../src-shared/pos/order/join-orders.ts'
import type { Order } from '../../../../../src-shared/pos/order/order.ts'
import { totalsOf } from '../../../../../src-shared/pos/order/totals.ts'
import { aLine, anOrder, anyOrder, rateNamed } from './arbitrary-order.ts'

const rates = [rateNamed('city'), rateNamed('state'), rateNamed('vat')]

/** A realistic order: discounts of any kind, goods by weight, and amounts large enough for the discounts. */
const anyRound = (name: string, of = rates): fc.Arbitrary<Order> =>
  anyOrder(of).map((order) => ({
    ...order,
    id: name,
    lines: order.lines.map((line, index) => ({
      ...line,
      id: `${name}_${index}`,
      unit_amount: line.unit_amount % 5_000,
      price_override: null,
      quantity: 1 + (line.quantity % 10_000),
    })),
  }))

const joinedOf = (first: Order, added: Order): Order => {
  const joined = joinOrders(first, added)
  if (joined === null) throw new Error('they cannot be joined')
  return joined
}
const totalOf = (order: Order) => totalsOf(order).total

describe('joined orders', () => {
  test('the total of joined orders is the sum of their totals', () => {
    fc.assert(
      fc.property(anyRound('first', []), anyRound('added', []), (first, added) => {
        expect(totalOf(joinedOf(first, added))).toBe(totalOf(first) + totalOf(added))
      }),
    )
  })

  test('with taxes, the totals differ only because each rate is rounded once instead of twice', () => {
    fc.assert(
      fc.property(anyRound('first'), anyRound('added'), (first, added) => {
        const joined = totalsOf(joinedOf(first, added))
        expect(Math.abs(joined.total - totalOf(first) - totalOf(added))).toBeLessThanOrEqual(rates.length)
        expect(joined.gross - joined.discount).toBe(
          [first, added].map(totalsOf).reduce((sum, { gross, discount }) => sum + gross - discount, 0),
        )
      }),
    )
  })

  test('removing one order from joined orders leaves the total of the other', () => {
    const first = anyRound('first')
    fc.assert(
      fc.property(first, anyRound('added'), (taken, left) => {
        fc.pre(taken.lines.length > 0 && left.lines.length > 0)
        const joined = joinedOf(taken, left)
        const lines = joined.lines.filter(({ id }) => !taken.lines.some((line) => line.id === id))
        // Goods that were merged into one line would be removed together.
        fc.pre(lines.length === left.lines.length)
        expect(totalOf({ ...joined, lines })).toBe(totalOf(left))
      }),
    )
  })

  test('a discount of a taxed order does not reduce an untaxed one', () => {
    const tax = [{ id: 'tax', name: 'Tax', rate: 10_000, inclusive: false }]
    const half = { kind: 'percent', value: 5_000, reason: 'Half' } as const
    const wine = anOrder(aLine({ id: 'wine', unit_amount: 10_000, tax_rates: tax }))
    const steak = anOrder(aLine({ id: 'steak', unit_amount: 6_000 }))
    const joined = joinedOf({ ...wine, discounts: [{ id: 'half', discount: half }] }, steak)
    expect(totalOf(joined)).toBe(11_500)
    expect(joined.lines[0]?.discount).toEqual({ kind: 'amount', value: 5_000, reason: 'Half 50%' })
    expect(totalOf({ ...joined, lines: joined.lines.slice(1) })).toBe(6_000)
  })

  test('the same goods become one line, unless that would change a discount or a rounding', () => {
    const pair = (changes: Parameters<typeof aLine>[0]) =>
      joinedOf(anOrder(aLine({ ...changes, id: 'a' })), anOrder(aLine({ ...changes, id: 'b' })))
    expect(pair({}).lines).toMatchObject([{ id: 'a', quantity: 2_000 }])
    expect(pair({ discount: { kind: 'amount', value: 100, reason: 'Off' } }).lines).toHaveLength(2)
    expect(pair({ quantity: 1_005 }).lines).toHaveLength(2)
  })

  test('orders with a duplicate line, or with too many lines together, are not joined', () => {
    expect(joinOrders(anOrder(aLine()), anOrder(aLine()))).toBeNull()
    const many = (name: string) =>
      anOrder(...Array.from({ length: 101 }, (_, index) => aLine({ id: `${name}${index}`, item_id: null })))
    expect(joinOrders(many('a'), many('b'))).toBeNull()
  })
})
