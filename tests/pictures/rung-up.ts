/** An order with every kind of line. */
export const rungUp = {
  draft: {
    id: 'ord_01jd7k3v8m2n4p5q6r7s8t9vwx',
    lines: [
      {
        id: 'line_1',
        item_id: 'item_latte',
        name: 'Latte',
        unit_amount: 450,
        price_override: null,
        quantity: 2_000,
        modifiers: [{ name: 'Oat milk', amount: 60 }],
        discount: { kind: 'percent', value: 1_000, reason: 'Loyal customer' },
        note: 'extra hot',
        tax_rates: [{ id: 'tax_1', name: 'Sales tax', rate: 8_875, inclusive: false }],
        age_check: null,
      },
      {
        id: 'line_2',
        item_id: 'item_beans',
        name: 'Harbor Street house beans, whole, roasted this week',
        unit_amount: 3_200,
        price_override: { unit_amount: 2_900, reason: '' },
        quantity: 350,
        modifiers: [],
        discount: null,
        note: '',
        tax_rates: [],
        age_check: null,
      },
    ],
    discounts: [{ id: 'off_1', discount: { kind: 'amount', value: 100, reason: 'Voucher' } }],
  },
  removed: null,
  made: [],
} as const

/** The whole order is free. */
export const rungUpForFree = {
  ...rungUp,
  draft: {
    ...rungUp.draft,
    discounts: [{ id: 'off_1', discount: { kind: 'percent', value: 10_000, reason: 'On the house' } }],
  },
} as const
