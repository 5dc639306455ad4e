import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import { orderSchema } from '../../../../src-shared/pos/order/order.ts'
import type { Return } from '../../../../src-shared/pos/returns/return.ts'

const taxed = orderSchema.parse({
  id: 'order_1',
  lines: [
    {
      id: 'line_1',
      item_id: null,
      name: 'Mug',
      unit_amount: 1100,
      quantity: 1000,
      modifiers: [],
      discount: null,
      note: '',
      price_override: null,
      tax_rates: [{ id: 'tax_1', name: 'VAT', rate: 10_000, inclusive: true }],
      age_check: null,
    },
  ],
  discounts: [],
})
/** A mug with an included tax, paid in cash in New York. */
export const cashBill: Bill = {
  id: 'bill_1',
  number: 'KT1042',
  order: taxed,
  total: 1100,
  currency: 'USD',
  note: '',
  // 8:15 pm in New York.
  opened_at: '2026-11-23T01:15:00.000Z',
  tenders: [
    {
      kind: 'cash',
      status: 'paid',
      id: 'cash_1',
      amount: 1100,
      rounding: 0,
      tendered: 2000,
      change: 900,
      taken_at: '2026-11-23T01:16:00.000Z',
    },
  ],
  status: 'open',
  tab: null,
  link: null,
}

/** The mug is returned a day later. */
export const returnOfCash: Return = {
  id: 'ret_1',
  bill_id: 'bill_1',
  number: 'KT1042',
  currency: 'USD',
  lines: [{ line_id: 'line_1', name: 'Mug', quantity: 1000, paid: 1100, tax: 100, discount: 0 }],
  parts: [
    {
      kind: 'cash',
      tender_id: 'cash',
      goods: 1100,
      tip: 0,
      surcharge: 0,
      rounding: 0,
      state: 'done',
      handed_at: cashBill.opened_at,
    },
  ],
  reason: '',
  started_at: '2026-11-24T01:15:00.000Z',
  status: 'done',
}
