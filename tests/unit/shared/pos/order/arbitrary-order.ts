import fc from 'fast-check'
import type { Discount, Order, OrderLine, TaxRate } from '../../../../../src-shared/pos/order/order.ts'

const rates: readonly TaxRate[] = [
  { id: 'city', name: 'City', rate: 8_875, inclusive: false },
  { id: 'state', name: 'State', rate: 6_250, inclusive: false },
  { id: 'vat', name: 'VAT', rate: 19_000, inclusive: true },
  { id: 'eco', name: 'Eco', rate: 333, inclusive: true },
  { id: 'steep', name: 'Steep', rate: 60_000, inclusive: true },
]

const cents = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 1_000_000_000 }))

export const anyDiscount: fc.Arbitrary<Discount> = fc.oneof(
  fc.record({
    kind: fc.constant('amount' as const),
    value: fc.integer({ min: 1, max: 5_000 }),
    reason: fc.constant('Discount'),
  }),
  fc.record({
    kind: fc.constant('percent' as const),
    value: fc.integer({ min: 1, max: 10_000 }),
    reason: fc.constant('Discount'),
  }),
)

const anyLine = (tax: fc.Arbitrary<readonly TaxRate[]>): fc.Arbitrary<Omit<OrderLine, 'id'>> =>
  fc.record({
    item_id: fc.constant('item_1'),
    name: fc.constant('Tea'),
    unit_amount: cents,
    price_override: fc.option(fc.record({ unit_amount: cents, reason: fc.constant('') }), { freq: 4 }),
    quantity: fc.oneof(fc.constant(1_000), fc.integer({ min: 1, max: 9_999_000 })),
    modifiers: fc.array(
      fc.record({ name: fc.constant('Large'), amount: fc.integer({ min: -500, max: 500 }) }),
      { maxLength: 3 },
    ),
    discount: fc.option(anyDiscount),
    note: fc.constant(''),
    tax_rates: tax,
    age_check: fc.constant(null),
  })

/** Orders of all sizes, from empty to larger than any real one. */
export const anyOrder = (given: readonly TaxRate[] = rates): fc.Arbitrary<Order> =>
  fc
    .record({
      lines: fc.array(anyLine(fc.subarray([...given])), { maxLength: 12 }),
      discounts: fc.array(anyDiscount, { maxLength: 4 }),
    })
    .map(({ lines, discounts }) => ({
      id: 'order_1',
      lines: lines.map((line, index) => ({ ...line, id: `line_${index}` })),
      discounts: discounts.map((discount, index) => ({ id: `discount_${index}`, discount })),
    }))

export const rateNamed = (id: string): TaxRate => {
  const found = rates.find((rate) => rate.id === id)
  if (found === undefined) throw new Error(`no rate ${id}`)
  return found
}

export const aLine = (changes: Partial<OrderLine> = {}): OrderLine => ({
  id: 'line_1',
  item_id: 'item_1',
  name: 'Tea',
  unit_amount: 300,
  price_override: null,
  quantity: 1_000,
  modifiers: [],
  discount: null,
  note: '',
  tax_rates: [],
  age_check: null,
  ...changes,
})

export const anOrder = (...lines: readonly OrderLine[]): Order => ({
  id: 'order_1',
  lines,
  discounts: [],
})
