import { expect, test } from 'vitest'
import type { Return, ReturnPart } from '../../../../../src-shared/pos/returns/return.ts'
import { at } from '../transition/sale-fixtures.ts'
import { figuresOf } from './figures-of.ts'

/** A return whose money goes back to a card with its tip. */
const returnOf = (state: ReturnPart['state']): Return => ({
  ...{ id: 'ret_1', bill_id: 'bill_1', number: 'KT1042', currency: 'USD', reason: '', started_at: at },
  lines: [{ line_id: 'amount', name: '', quantity: 1_000, paid: 1_000, tax: 0, discount: 0 }],
  parts: [
    {
      ...{ kind: 'card', tender_id: 'sale_1', goods: 1_000, tip: 200, surcharge: 30, state, whole: true },
      ...{ intent_id: 'pi_1', payment_id: 'pmt_1', brand: 'visa', last_four: '1111' },
      ...{ attempt: 1, how: null, detail: '' },
    } as ReturnPart,
  ],
  status: 'done',
})
const figures = (state: ReturnPart['state']) =>
  figuresOf(
    {
      ...{ sold: [], cash: [], shifts: [], categories: new Map() },
      returned: [{ at: Date.parse(at), one: returnOf(state), bill: null, person: 'person_1' }],
    },
    { timeZone: 'UTC', dayEndsAt: 0 },
  )

test('a tip that went back is deducted from the tips of the person who sold the goods', () => {
  expect(figures('done')).toMatchObject({
    tips: [{ person: 'person_1', count: 0, amount: 0, returned: 200 }],
    methods: [{ method: 'card', returned: 1_230 }],
    brands: [{ returned: 1_230 }],
    returns: { count: 1, net: 1_000, unresolved: 0 },
  })
})

test('a tip of which it is not known whether it went back is not deducted, and its amount is listed as unresolved', () => {
  expect(figures('unresolved')).toMatchObject({
    ...{ tips: [], methods: [], brands: [] },
    returns: { count: 1, unresolved: 1_230 },
  })
})
