import { describe, expect, test } from 'vitest'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import { paymentReceipt } from '../../../../src-shared/receipt/receipt.ts'
import { taxLines } from '../../../../src-shared/receipt/tax-lines.ts'
import { histories } from '../../../pictures/manager-data.ts'
import { printedOutcome } from '../../../support/printed-outcome.ts'

const sold = {
  ...(histories.paid.payments[0] as Payment),
  ...{ amount: 11_498, amount_authorized: 11_498, amount_captured: 11_498 },
  ...{ amount_refunded: 0, amount_reversed: 0 },
}
const receiptData = {
  ...{ dba: 'Store', address1: '', address_1: '', address2: '', address_2: '', phone: '', header: '' },
  ...{ order_note: '', date_time: '20261121140500', items: '', name_on_card: '', footer: '' },
}
const gst = { name: 'TPS', rate: 5_000, inclusive: false, amount: 500 }
const qst = { name: 'TVQ', rate: 9_975, inclusive: false, amount: 998 }

const rowsOf = (taxes: unknown, copy: 'customer' | 'merchant' = 'customer', language: 'en' | 'fr' = 'en') => {
  const outcome = printedOutcome(sold)
  const intent = { tip_amount: 0, tax_amount: 1_498, surcharge_amount: 0, order_details: { taxes } }
  return paymentReceipt({ receiptData, payment: sold, outcome, intent, copy, language }).flatMap((line) =>
    line.kind === 'pair' ? [[line.left.replaceAll(/\s/g, ' '), line.right.replaceAll(/\s/g, ' ')]] : [],
  )
}

describe('the tax lines of a receipt', () => {
  test.each(['customer', 'merchant'] as const)(
    'the %s copy has a line for each tax with its name',
    (copy) => {
      const rows = rowsOf([gst, qst], copy)
      expect(rows).toContainEqual(['TPS 5%', '$5.00'])
      expect(rows).toContainEqual(['TVQ 9.975%', '$9.98'])
      expect(rows.map(([label]) => label)).not.toContain('Tax')
    },
  )

  test('tax lines write percentages in the reader’s language', () => {
    const labels = rowsOf([gst, qst], 'customer', 'fr').map(([label]) => label)
    expect(labels).toEqual(expect.arrayContaining(['TPS 5 %', 'TVQ 9,975 %']))
  })

  test('a tax from another program’s order is printed without its rate, which may be defined differently', () => {
    for (const rate of [8.25, 8]) {
      const rows = rowsOf([{ name: 'Sales tax', rate, amount: 1_498 }])
      expect(rows).toContainEqual(['Sales tax', '$14.98'])
    }
  })

  test.each([
    ['are not named', undefined],
    ['add up to another tax', [gst]],
    ['are no list', 'TPS'],
    ['have no name', [{ ...gst, name: ' ' }, qst]],
    ['have no amount', [{ ...gst, amount: '500' }, qst]],
    ['are not all readable', [gst, qst, 'PST']],
    [
      'are in part negative',
      [
        { ...gst, amount: 1_998 },
        { ...qst, amount: -500 },
      ],
    ],
  ])('taxes that %s are printed as one line', (_, taxes) => {
    const rows = rowsOf(taxes)
    expect(rows).toContainEqual(['Tax', '$14.98'])
    expect(rows.filter(([label]) => label?.startsWith('T') && label !== 'Total USD')).toHaveLength(1)
  })

  test('a tax of nothing has no line', () => {
    const labels = rowsOf([gst, qst, { ...gst, name: 'PST', amount: 0 }]).map(([label]) => label)
    expect(labels).toEqual(expect.arrayContaining(['TPS 5%', 'TVQ 9.975%']))
    expect(labels.join()).not.toContain('PST')
    const words = { words: { tax: 'Tax' }, language: 'en', money: String } as const
    expect(taxLines([gst], 0, words)).toEqual([])
    expect(taxLines(undefined, 0, words)).toEqual([])
  })
})
