import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import { formatMoney } from '../../../../src-shared/money.ts'
import type { ReceiptLine } from '../../../../src-shared/receipt/lines.ts'
import { paymentReceipt } from '../../../../src-shared/receipt/receipt.ts'
import { receiptPage } from '../../../../src-shared/receipt/receipt-html.ts'
import { isApproved, receiptOutcome } from '../../../../src-shared/receipt/receipt-outcome.ts'
import { markTraining } from '../../../../src-shared/receipt/receipt-parts.ts'
import { histories } from '../../../pictures/manager-data.ts'
import { printedOutcome } from '../../../support/printed-outcome.ts'

const sold = histories.paid.payments[0] as Payment
const noParts = { tip_amount: 0, tax_amount: 0, surcharge_amount: 0, order_details: {} }
const receiptData = {
  dba: 'Store',
  address1: '',
  address_1: '',
  address2: '',
  address_2: '',
  phone: '',
  header: '',
  order_note: '',
  date_time: '20261121140500',
  items: '',
  name_on_card: '',
  footer: '',
}

function linesOf(changes: Partial<Payment>, parts: Partial<typeof noParts> = {}): readonly ReceiptLine[] {
  const payment = { ...sold, amount_refunded: 0, amount_reversed: 0, ...changes }
  const outcome = printedOutcome(payment)
  const intent = { ...noParts, ...parts }
  return paymentReceipt({ receiptData, payment, outcome, intent, copy: 'customer' })
}

/** The printed amounts of a receipt by their labels. */
const amountsOf = (lines: readonly ReceiptLine[]): Readonly<Record<string, string>> =>
  Object.fromEntries(lines.flatMap((line) => (line.kind === 'pair' ? [[line.left, line.right]] : [])))

const cents = (printed: string | undefined): number => Number((printed ?? '0').replace(/[^\d-]/g, ''))

describe('the receipt of a partial approval', () => {
  test('the receipt of a partial approval adds up: total, approved amount and balance due', () => {
    const partial = {
      amount: 6500,
      amount_authorized: 5000,
      amount_captured: 5000,
      status: 'captured',
    } as const
    expect(amountsOf(linesOf(partial, { tip_amount: 1000 }))).toMatchObject({
      Subtotal: '$55.00',
      Tip: '$10.00',
      'Total USD': '$65.00',
      'Approved USD': '$50.00',
      'BALANCE DUE USD': '$15.00',
    })
  })

  test('the receipt of a partial approval asks for the rest of the sale, without the unpaid surcharge', () => {
    const asked = { amount: 10_300, amount_captured: 5_000, status: 'captured' } as const
    const surcharge = { surcharge_amount: 300 }
    expect(amountsOf(linesOf({ ...asked, amount_authorized: 5_000 }, surcharge))).toMatchObject({
      Subtotal: '$100.00',
      Surcharge: '$3.00',
      'Total USD': '$103.00',
      'Approved USD': '$50.00',
      'BALANCE DUE USD': '$50.00',
    })
    const allOfTheGoods = { ...asked, amount_authorized: 10_100, amount_captured: 10_100 }
    const amounts = amountsOf(linesOf(allOfTheGoods, surcharge))
    expect(amounts).toMatchObject({ 'Approved USD': '$101.00' })
    expect(Object.keys(amounts)).not.toContain('BALANCE DUE USD')
  })

  test('the receipt of a partial approval shows the bill’s balance without the tip, like the screens', () => {
    const partial = { amount: 1_481, amount_captured: 1_000, status: 'captured' } as const
    const order_details = { bill: { number: 'KT1042', total: 1_234 } }
    const amounts = amountsOf(
      linesOf({ ...partial, amount_authorized: 1_000 }, { tip_amount: 247, order_details }),
    )
    expect(amounts).toMatchObject({ 'Approved USD': '$10.00', 'BALANCE DUE USD': '$2.34' })
  })

  test('parts that are larger than the amount belong to another attempt: they are not printed, and not due', () => {
    const partial = { amount: 500, amount_captured: 300, status: 'captured' } as const
    const order_details = { bill: { number: 'KT1042', total: 500 } }
    const amounts = amountsOf(
      linesOf({ ...partial, amount_authorized: 300 }, { tip_amount: 900, order_details }),
    )
    expect(amounts).toMatchObject({ 'Total USD': '$5.00', 'BALANCE DUE USD': '$2.00' })
    expect(Object.keys(amounts)).not.toContain('Subtotal')
    expect(Object.keys(amounts)).not.toContain('Tip')
  })

  test('the receipt of a voided partial approval shows no balance due', () => {
    const voided = { amount: 6500, amount_authorized: 5000, amount_captured: 0, status: 'voided' } as const
    const amounts = amountsOf(linesOf(voided))
    expect(amounts).toMatchObject({ 'Total USD': '$65.00', VOID: 'nothing is charged' })
    expect(Object.keys(amounts)).not.toContain('BALANCE DUE USD')
  })
})

test('the receipt of a tab shows the captured amount, with the tip and lines of the capture', () => {
  const order_details = { items: [{ name: 'Dinner', quantity: 1, unit_amount: 4000, amount: 4000 }] }
  const captured = {
    amount: 6000,
    amount_authorized: 6000,
    amount_captured: 4600,
    status: 'captured',
    gateway_response: { payment_data: { tip_amount: 600, order_details } },
  } as const
  const lines = linesOf(captured, { tip_amount: 600, order_details })
  expect(amountsOf(lines)).toMatchObject({
    Dinner: '$40.00',
    Subtotal: '$40.00',
    Tip: '$6.00',
    'Total USD': '$46.00',
  })
  expect(Object.keys(amountsOf(lines))).not.toContain('Charged USD')
})

describe('a receipt of a tab’s payment, of which parts came with the capture', () => {
  const items = (name: string) => [{ name, quantity: 1, unit_amount: 4000, amount: 4000 }]
  const captured = (payment_data: object): Partial<Payment> => ({
    amount: 6000,
    amount_authorized: 6000,
    amount_captured: 4600,
    status: 'captured',
    gateway_response: { payment_data },
  })

  test('an unreadable surcharge of the capture does not hide its goods', () => {
    const order_details = { items: items('Dinner') }
    const sent = captured({ tip_amount: 600, surcharge_amount: 'none', order_details })
    expect(amountsOf(linesOf(sent, { tip_amount: 600 }))).toMatchObject({
      ...{ Dinner: '$40.00', 'Total USD': '$46.00' },
    })
  })

  test('the goods of the intent come before those of the capture', () => {
    const sent = captured({ order_details: { items: items('Round 1') } })
    const amounts = amountsOf(linesOf(sent, { order_details: { items: items('Dinner') } }))
    expect(amounts).toMatchObject({ Dinner: '$40.00' })
    expect(Object.keys(amounts)).not.toContain('Round 1')
  })

  test('when its payment was voided, the receipt shows the amount that was held', () => {
    const voided = { ...captured({ tip_amount: 600 }), status: 'voided', amount_captured: 0 } as const
    expect(amountsOf(linesOf(voided))).toMatchObject({ 'Total USD': '$60.00', VOID: 'nothing is charged' })
  })
})

test('a reprint shows what was refunded and what the bank took back since', () => {
  const amounts = amountsOf(
    linesOf({ status: 'captured', amount_refunded: 300, amount_reversed: 200, reversed: true }),
  )
  expect(amounts).toMatchObject({ 'CREDIT USD': '-$3.00', 'RETURNED USD': '-$2.00' })
})

test('the terminal shows a payment as approved that the bank accepted, also one that is still to be credited', () => {
  const shown = (status: Payment['status']) => isApproved({ ...sold, amount_reversed: 0, status })
  for (const status of ['captured', 'uncaptured', 'pending'] as const) expect(shown(status)).toBe(true)
  for (const status of ['processing', 'failed', 'voided', 'rejected'] as const)
    expect(shown(status)).toBe(false)
})

test('the parts of any receipt add up to its total, and so do approved and due amounts, except for an unpaid surcharge', () => {
  const part = fc.integer({ min: 0, max: 5_000 })
  fc.assert(
    fc.property(
      fc.record({ subtotal: part, tip: part, tax: part, surcharge: part }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom<Payment['status']>('captured', 'uncaptured', 'pending', 'voided', 'failed'),
      ({ subtotal, tip, tax, surcharge }, approvedShare, capturedShare, status) => {
        const amount = subtotal + tip + tax + surcharge + 1
        const amount_authorized = Math.max(Math.floor(amount * approvedShare), 1)
        const amount_captured =
          status === 'captured' ? Math.max(Math.floor(amount_authorized * capturedShare), 1) : 0
        const decline_category = status === 'failed' ? 'do_not_honor' : null
        const amounts = amountsOf(
          linesOf(
            { status, decline_category, amount, amount_authorized, amount_captured },
            { tip_amount: tip, tax_amount: tax, surcharge_amount: surcharge },
          ),
        )
        const total = cents(amounts['Total USD'])
        expect(total).toBe(amount)
        const parts = ['Subtotal', 'Surcharge', 'Tax', 'Tip'].filter((name) => name in amounts)
        if (parts.length > 0) {
          expect(parts.reduce((sum, name) => sum + cents(amounts[name]), 0)).toBe(total)
        }
        if ('Approved USD' in amounts) {
          const approved = cents(amounts['Approved USD'])
          expect(approved + cents(amounts['BALANCE DUE USD'])).toBe(Math.max(total - surcharge, approved))
        } else expect(Object.keys(amounts)).not.toContain('BALANCE DUE USD')
        if (status === 'captured') {
          const charged = amounts['Charged USD'] ?? amounts['Approved USD'] ?? amounts['Total USD']
          expect(charged).toBe(formatMoney(amount_captured))
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('a receipt is titled APPROVED only for an approved payment that the bank has not taken back', () => {
  const titleOf = (changes: Partial<Payment>) => {
    const outcome = receiptOutcome({ ...sold, amount_reversed: 0, ...changes })
    return outcome.kind === 'none' ? outcome.reason : outcome.title
  }
  expect(titleOf({ status: 'captured' })).toBe('APPROVED')
  expect(titleOf({ status: 'uncaptured' })).toBe('APPROVED')
  expect(titleOf({ status: 'pending' })).toBe('PENDING')
  expect(titleOf({ status: 'voided' })).toBe('VOIDED')
  expect(titleOf({ status: 'cancelled' })).toBe('VOIDED')
  expect(titleOf({ status: 'cancelled', amount_authorized: 0 })).toBe('nothing_paid')
  expect(titleOf({ status: 'captured', amount_reversed: sold.amount_captured })).toBe('RETURNED')
  expect(titleOf({ status: 'rejected' })).toBe('nothing_paid')
  expect(titleOf({ status: 'processing' })).toBe('outcome_unknown')
  expect(titleOf({ status: 'failed', decline_category: 'do_not_honor' })).toBe('DECLINED')
  expect(titleOf({ status: 'failed', failure_code: 'outcome_unknown_voided' })).toBe('nothing_paid')
})

test('a receipt is titled RETURNED when refund and reversal together returned the whole amount', () => {
  const whole = sold.amount_captured
  const titleOf = (amount_refunded: number, amount_reversed: number, reversal_amount?: number) => {
    const gateway_response = reversal_amount === undefined ? {} : { reversal_amount }
    const reversed = amount_reversed > 0 || reversal_amount !== undefined
    const payment = { ...sold, status: 'captured', amount_refunded, amount_reversed, reversed } as const
    const outcome = receiptOutcome({ ...payment, gateway_response })
    return outcome.kind === 'receipt' ? outcome.title : outcome.kind
  }
  expect(titleOf(300, whole - 300, whole)).toBe('RETURNED')
  // An earlier version, which did not record the whole amount of the reversal.
  expect(titleOf(300, whole - 300)).toBe('RETURNED')
  expect(titleOf(whole, 0, whole)).toBe('RETURNED')
  expect(titleOf(300, 200, 200)).toBe('APPROVED')
  expect(titleOf(whole, 0)).toBe('APPROVED')
})

describe('a receipt in training', () => {
  test('a training receipt begins with the notice that no money was moved', () => {
    const lines = [{ kind: 'rule' }] as const
    expect(markTraining(true, lines)[0]).toMatchObject({ text: 'TRAINING: no money was moved' })
    expect(markTraining(true, lines).at(-1)).toEqual({ kind: 'rule' })
    expect(markTraining(false, lines)).toEqual(lines)
  })
})

describe('the receipt of one card of a bill', () => {
  const items = JSON.stringify([{ name: 'Lamp', quantity: 1, unit_amount: 4000, amount: 4000 }])
  const linesFor = (amount: number, total: number, surcharge_amount = 0, tip_amount = 0) => {
    const payment = {
      ...sold,
      amount,
      amount_authorized: amount,
      amount_captured: amount,
      amount_refunded: 0,
    }
    const outcome = printedOutcome(payment)
    const intent = {
      ...noParts,
      surcharge_amount,
      tip_amount,
      order_details: { bill: { number: 'KT1042', total } },
    }
    return JSON.stringify(
      paymentReceipt({ receiptData: { ...receiptData, items }, payment, outcome, intent, copy: 'customer' }),
    )
  }

  test('the receipt of a card that pays a part names the bill’s total, and lists no goods', () => {
    expect(linesFor(1000, 4000)).toContain('"left":"Part of receipt KT1042","right":"$40.00"')
    expect(linesFor(1000, 4000)).not.toContain('Lamp')
    // A surcharge pays no part of the bill.
    expect(linesFor(4000, 3900, 120)).toContain('Part of')
    // Nor does a tip.
    expect(linesFor(4000, 3900, 0, 500)).toContain('Part of')
  })

  test('the receipt of a card that pays the whole bill lists its goods', () => {
    expect(linesFor(4000, 4000)).toContain('Lamp')
    expect(linesFor(4000, 4000)).not.toContain('Part of')
  })
})

test('a receipt number that cannot be a barcode is printed as text', () => {
  const order_details = { bill: { number: 'Tisch 4 – Süd', total: 0 } }
  const lines = linesOf({ status: 'captured' }, { order_details } as Partial<typeof noParts>)
  const { html } = receiptPage(lines, { width: 80, language: 'en' })
  expect(html).toContain('Tisch 4 – Süd')
  expect(html).not.toContain('<svg')
})
