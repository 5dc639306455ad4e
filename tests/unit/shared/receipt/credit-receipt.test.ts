import { describe, expect, test } from 'vitest'
import type { Payment, ReceiptData } from '../../../../src-shared/api/schemas/payment.ts'
import { creditReceipt } from '../../../../src-shared/receipt/credit-receipt.ts'

const receiptData = {
  dba: 'Ana’s',
  address_1: '',
  address_2: '',
  phone: '',
  header: '',
  footer: '',
  merchant_id: '',
  date_time: '20261122083000',
} as unknown as ReceiptData
const payment = {
  id: 'pmt_1',
  currency: 'USD',
  payment_method: { card: { brand: 'Visa', last_four_digits: '1111' } },
} as unknown as Payment
const input = { receiptData, payment, amount: 1234, dateTime: '20261122090000' } as const

const textOf = (options: Partial<Parameters<typeof creditReceipt>[0]>) =>
  JSON.stringify(creditReceipt({ ...input, kind: 'refund', ...options }))

describe('a credit receipt', () => {
  test('a credit receipt names the amount returned, its card and its sale', () => {
    for (const part of [
      'CREDIT USD',
      '-$12.34',
      'Visa **** 1111',
      '2026-11-22 08:30',
      'pmt_1',
      'CUSTOMER COPY',
    ])
      expect(textOf({})).toContain(part)
    expect(textOf({ kind: 'void' })).toContain('The sale was voided. Nothing is charged.')
  })

  test('a credit receipt is in the shop’s language', () => {
    for (const part of ['ABONO USD', 'Tarjeta', 'Venta del', 'Abonado a la tarjeta', 'COPIA DEL CLIENTE'])
      expect(textOf({ language: 'es' })).toContain(part)
    expect(textOf({ kind: 'void', language: 'fr' })).toContain('Rien n’est débité.')
  })
})
