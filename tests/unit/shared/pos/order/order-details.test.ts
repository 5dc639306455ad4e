import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sentObjectSchema } from '../../../../../src-shared/api/schemas/common.ts'
import { orderLines } from '../../../../../src-shared/payments/order-lines.ts'
import { orderDetailsOf } from '../../../../../src-shared/pos/order/order-details.ts'
import { totalsOf } from '../../../../../src-shared/pos/order/totals.ts'
import { itemLines } from '../../../../../src-shared/receipt/item-lines.ts'
import { aLine, anOrder, anyOrder, rateNamed } from './arbitrary-order.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

describe('the order details of an intent', () => {
  test('order details name every line with its options, and every discount with its reason', () => {
    const order = {
      ...anOrder(
        aLine({
          name: 'Latte',
          unit_amount: 450,
          quantity: 2_000,
          modifiers: [{ name: 'Large', amount: 50 }],
          discount: { kind: 'percent', value: 1_000, reason: 'Loyal customer' },
        }),
        aLine({
          id: 'line_2',
          name: 'Cheese',
          unit_amount: 1_999,
          quantity: 350,
          tax_rates: [rateNamed('state')],
        }),
      ),
      discounts: [{ id: 'd', discount: { kind: 'amount', value: 200, reason: 'Voucher' } as const }],
    }
    const { items, ...rest } = orderDetailsOf(order)
    expect(itemLines(JSON.stringify(items), 'USD')).toEqual([
      { kind: 'pair', left: '2 x Latte (Large)', right: '$10.00', weight: 'normal' },
      { kind: 'pair', left: 'Loyal customer 10%', right: '-$1.00', weight: 'normal' },
      { kind: 'pair', left: '0.35 x Cheese', right: '$7.00', weight: 'normal' },
      { kind: 'pair', left: 'Voucher', right: '-$2.00', weight: 'normal' },
    ])
    expect(rest).toMatchObject({ order_id: 'order_1', total: 1_438, subtotal: 1_400, tax: 38 })
    expect(rest.taxes).toEqual([{ name: 'State', rate: 6_250, inclusive: false, amount: 38 }])
  })

  test('order details add up to the total for any order', () => {
    fc.assert(
      fc.property(anyOrder(), (order) => {
        const { items, total } = orderDetailsOf(order)
        const totals = totalsOf(order)
        expect(total).toBe(totals.total)
        expect(sum(orderLines(items).map(({ amount }) => amount ?? 0))).toBe(total - totals.added_tax)
        expect(sum(items.map(({ paid }) => paid ?? 0))).toBe(total)
      }),
      { numRuns: 200 },
    )
  })

  test('order details fit into an intent even with very long names', () => {
    const lines = Array.from({ length: 200 }, (_, index) =>
      aLine({
        id: `line_${'x'.repeat(50)}_${index}`,
        name: '\u{20ac}'.repeat(100),
        discount: { kind: 'amount', value: 1, reason: '\u{20ac}'.repeat(60) },
      }),
    )
    const details = orderDetailsOf(anOrder(...lines))
    expect(details.items).toHaveLength(400)
    expect(sentObjectSchema.safeParse(details).success).toBe(true)
  })
})
