import { describe, expect, test } from 'vitest'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import { orderSchema } from '../../../../src-shared/pos/order/order.ts'
import { billReceipt } from '../../../../src-shared/receipt/bill-receipt.ts'

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
    },
  ],
  discounts: [],
})
const bill: Bill = {
  id: 'bill_1',
  number: 'KT1042',
  order: taxed,
  total: 1100,
  currency: 'USD',
  note: '',
  // A quarter past eight in the evening in New York.
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
}
const shop = { merchant: 'Ana’s', training: true, timeZone: 'America/New_York' } as const
const textOf = (language: 'en' | 'es') => JSON.stringify(billReceipt(bill, { ...shop, language }))

describe('a cash receipt', () => {
  test('a cash receipt has the shop’s own time, and adds up where the tax is included', () => {
    const text = textOf('en')
    expect(text).toContain('2026-11-22 20:15')
    for (const [label, amount] of [
      ['Subtotal', '$10.00'],
      ['Tax', '$1.00'],
      ['Total USD', '$11.00'],
    ])
      expect(text).toContain(`"left":"${label}","right":"${amount}"`)
  })

  test('a cash receipt is in the shop’s language', () => {
    const text = textOf('es')
    for (const word of ['PRÁCTICA', 'Recibo', 'Efectivo', 'COPIA DEL CLIENTE']) expect(text).toContain(word)
    expect(text).not.toContain('Receipt')
  })
})
