import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maximumAmount } from '../../../../../src-shared/money.ts'
import type { Order, OrderLine } from '../../../../../src-shared/pos/order/order.ts'
import { orderSchema } from '../../../../../src-shared/pos/order/order.ts'
import { totalsOf } from '../../../../../src-shared/pos/order/totals.ts'
import { aLine, anOrder, anyOrder, rateNamed } from './arbitrary-order.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

describe('the totals of an order', () => {
  test('an order without lines has a total of zero', () => {
    expect(totalsOf(anOrder())).toMatchObject({ total: 0, tax: 0, discount: 0, lines: [] })
  })

  test('each line is rounded once, half a cent up', () => {
    expect(totalsOf(anOrder(aLine({ unit_amount: 333, quantity: 1_500 }))).total).toBe(500)
    expect(totalsOf(anOrder(aLine({ unit_amount: 1, quantity: 499 }))).total).toBe(0)
  })

  test('an added tax is rounded once over all lines, not line by line', () => {
    // 8.875 % of 0.30 is 2.6625 cents; of six such lines 15.975, which rounds to 16, not to 6 × 3.
    const lines = [1, 2, 3, 4, 5, 6].map((n) =>
      aLine({ id: `line_${n}`, unit_amount: 30, tax_rates: [rateNamed('city')] }),
    )
    expect(totalsOf(anOrder(...lines))).toMatchObject({ subtotal: 180, tax: 16, total: 196 })
  })

  test('an included tax is extracted from the price', () => {
    const line = aLine({ unit_amount: 1_190, tax_rates: [rateNamed('vat')] })
    expect(totalsOf(anOrder(line))).toMatchObject({ total: 1_190, tax: 190, added_tax: 0, subtotal: 1_000 })
  })

  test('an added tax is based on the price without the included tax', () => {
    const line = aLine({ unit_amount: 11_900, tax_rates: [rateNamed('vat'), rateNamed('state')] })
    expect(totalsOf(anOrder(line))).toMatchObject({ subtotal: 10_000, added_tax: 625, total: 12_525 })
  })

  test('the totals take options, a price override and both kinds of discount into account', () => {
    const line = aLine({
      unit_amount: 500,
      price_override: { unit_amount: 400, reason: 'Dented' },
      quantity: 2_000,
      modifiers: [{ name: 'Large', amount: 50 }],
      discount: { kind: 'percent', value: 1_000, reason: 'Discount' },
    })
    const order: Order = {
      ...anOrder(line, aLine({ id: 'line_2', unit_amount: 190 })),
      discounts: [{ id: 'd', discount: { kind: 'amount', value: 100, reason: 'Discount' } }],
    }
    const totals = totalsOf(order)
    expect(totals).toMatchObject({ gross: 1_090, discount: 190, total: 900 })
    expect(totals.lines.map(({ amount }) => amount)).toEqual([729, 171])
  })

  test('a tax rate that was changed meanwhile is listed separately from the old rate', () => {
    const before = aLine({ unit_amount: 1_000, tax_rates: [rateNamed('city')] })
    const after = aLine({
      id: 'line_2',
      unit_amount: 1_000,
      tax_rates: [{ ...rateNamed('city'), rate: 9_000 }],
    })
    expect(totalsOf(anOrder(before, after)).taxes.map(({ tax }) => tax)).toEqual([89, 90])
  })
})

const check = (order: fc.Arbitrary<Order>, holds: (order: Order) => void) =>
  fc.assert(fc.property(order, holds), { numRuns: 200 })

describe('the totals of any order', () => {
  test('every amount is a whole number of cents from 0 to the largest amount', () => {
    check(anyOrder(), (order) => {
      expect(orderSchema.safeParse(order).success).toBe(true)
      const totals = totalsOf(order)
      const { lines, taxes, order_discounts, ...amounts } = totals
      const all = [
        ...Object.values(amounts),
        ...lines.flatMap(({ id: _, ...line }) => Object.values(line)),
        ...taxes.map(({ tax }) => tax),
        ...order_discounts.values(),
      ]
      const amountsInRange = (amount: number) =>
        Number.isSafeInteger(amount) && amount >= 0 && amount <= maximumAmount
      expect(all.filter((amount) => !amountsInRange(amount))).toEqual([])
    })
  })

  test('the lines add up to the totals', () => {
    check(anyOrder(), (order) => {
      const { lines, ...totals } = totalsOf(order)
      expect(sum(lines.map(({ amount, added_tax }) => amount + added_tax))).toBe(totals.total)
      expect(sum(lines.map(({ added_tax, included_tax }) => added_tax + included_tax))).toBe(totals.tax)
      expect(sum(lines.map(({ discount, order_discount }) => discount + order_discount))).toBe(
        totals.discount,
      )
      expect(sum([...totals.order_discounts.values()])).toBe(
        sum(lines.map(({ order_discount }) => order_discount)),
      )
      expect(totals.subtotal + totals.tax).toBe(totals.total)
      expect(sum(totals.taxes.map(({ tax }) => tax))).toBe(totals.tax)
      expect(totals.gross - totals.discount + totals.added_tax).toBe(totals.total)
    })
  })

  test('a discount is never larger than the amount it reduces', () => {
    check(anyOrder(), (order) => {
      for (const line of totalsOf(order).lines) {
        expect(line.discount).toBeLessThanOrEqual(line.gross)
        expect(line.order_discount).toBeLessThanOrEqual(line.gross - line.discount)
      }
    })
  })

  test('an included tax never changes the amount to pay', () => {
    check(anyOrder([rateNamed('vat'), rateNamed('eco'), rateNamed('steep')]), (order) => {
      const without = { ...order, lines: order.lines.map((line) => ({ ...line, tax_rates: [] })) }
      expect(totalsOf(order).total).toBe(totalsOf(without).total)
    })
  })

  test('the order of the lines does not matter', () => {
    check(anyOrder(), (order) => {
      const turned = totalsOf({ ...order, lines: [...order.lines].reverse() })
      const { lines, ...totals } = totalsOf(order)
      expect(turned).toEqual({ ...totals, lines: [...lines].reverse() })
    })
  })

  test('the order of the discounts does not change the total', () => {
    check(anyOrder(), (order) => {
      const turned = totalsOf({ ...order, discounts: [...order.discounts].reverse() })
      expect(turned.total).toBe(totalsOf(order).total)
    })
  })

  test('the rounded tax of each rate is within half a cent of the exact one', () => {
    const exact = (line: OrderLine, amount: number, id: string) => {
      const rate = line.tax_rates.find((one) => one.id === id)?.rate ?? 0
      const included = sum(line.tax_rates.map((one) => (one.inclusive ? one.rate : 0)))
      return (amount * rate) / (100_000 + included)
    }
    check(anyOrder(), (order) => {
      const totals = totalsOf(order)
      for (const { rate, tax } of totals.taxes) {
        const expected = sum(
          order.lines.map((line, index) => exact(line, totals.lines[index]?.amount ?? 0, rate.id)),
        )
        // Doubles lose some precision in the largest sums.
        expect(Math.abs(tax - expected)).toBeLessThanOrEqual(0.5 + expected * 1e-12)
      }
    })
  })
})
