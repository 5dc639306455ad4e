import { describe, expect, test } from 'vitest'
import type { Payment } from '../../../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../../../src-shared/api/schemas/payment-intent.ts'
import { foundIn, foundInAnswer, paymentFound } from '../../../../../src-shared/pos/sale/payment-found.ts'

const intent = (status: PaymentIntent['status']) => ({ status }) as PaymentIntent
const paid = (id: string, status: Payment['status']) =>
  ({
    id,
    status,
    amount_authorized: 900,
    amount_captured: status === 'captured' ? 900 : 0,
    amount_refunded: 0,
    amount_reversed: 0,
    payment_method: null,
    entry_mode: 'EMVContact',
    auth_code: null,
    signature: null,
    emv_tag_data: null,
    terminal_details: null,
    decline_category: null,
    decline_category_text: null,
    failure_code: 'declined',
    failure_message: null,
  }) as unknown as Payment

describe('the outcome of an attempt from its intent and payments', () => {
  test('a payment that failed in an earlier attempt does not count for the current one', () => {
    const payments = [paid('pmt_1', 'failed')]
    expect(paymentFound(intent('created'), payments, ['pmt_1'], true)).toEqual({ kind: 'absent', open: true })
    expect(paymentFound(intent('created'), payments, [], true)).toMatchObject({
      kind: 'declined',
      payment_id: 'pmt_1',
    })
  })

  // In one attempt, a tap and then the inserted card were both declined. The next attempt was cancelled.
  test('payments that failed before the last payment of an earlier attempt do not count for the current one', () => {
    const made = (id: string, minute: number) => ({
      ...paid(id, 'failed'),
      created_at: `2026-03-01T12:0${minute}:00.000Z`,
    })
    const before = [made('pmt_2', 2), made('pmt_1', 1)]
    expect(paymentFound(intent('created'), before, ['pmt_2'], true)).toEqual({ kind: 'absent', open: true })
    expect(paymentFound(intent('created'), [made('pmt_3', 3), ...before], ['pmt_2'], true)).toMatchObject({
      kind: 'declined',
      payment_id: 'pmt_3',
    })
  })

  test('a payment that failed at the same moment as the last one of an earlier attempt belongs to that attempt', () => {
    const made = (id: string) => ({ ...paid(id, 'failed'), created_at: '2026-03-01T12:00:00.000Z' })
    const both = [made('pmt_2'), made('pmt_1')]
    expect(paymentFound(intent('created'), both, ['pmt_2'], true)).toEqual({ kind: 'absent', open: true })
  })

  test('while one payment is not decided, another one that was voided is not the outcome', () => {
    const payments = [paid('pmt_2', 'processing'), paid('pmt_1', 'voided')]
    expect(paymentFound(intent('created'), payments, [], true)).toEqual({ kind: 'processing' })
  })

  test('an answer with a refund, which the bank may still refuse, proves nothing before a look-up', () => {
    const captured = paid('pmt_1', 'captured')
    expect(foundInAnswer({ ...captured, amount_refunded: 250 }, true)).toEqual({ kind: 'processing' })
    expect(foundInAnswer(captured, true)).toMatchObject({ kind: 'paid', payment: { amount: 900 } })
  })

  test('only a card that was inserted or swiped, without a PIN, is signed on paper, and only once', () => {
    const signs = (changes: Partial<Payment>, pad = false) => {
      const found = foundIn({ ...paid('pmt_1', 'captured'), ...changes }, pad)
      return found.kind === 'paid' && found.sign
    }
    expect([signs({}), signs({ entry_mode: 'Swipe' })]).toEqual([true, true])
    expect(signs({ entry_mode: 'Contactless' })).toBe(false)
    expect(signs({ entry_mode: 'DigitalWallet' })).toBe(false)
    expect(signs({ emv_tag_data: JSON.stringify({ PIN: 'VERIFIED' }) })).toBe(false)
    const dimensions = { width: 1, height: 1 }
    const picture = { data: '', gzipped: false, image_type: 'binary', format: 'png', dimensions } as const
    expect(signs({ signature: picture })).toBe(false)
    expect(signs({}, true)).toBe(false)
  })

  test('a payment that failed after those of earlier attempts is the decline of the current attempt', () => {
    const payments = [paid('pmt_2', 'failed'), paid('pmt_1', 'failed')]
    expect(paymentFound(intent('created'), payments, ['pmt_1'], true)).toMatchObject({ payment_id: 'pmt_2' })
  })

  test('a payment for which no card was sent to the bank is not a decline', () => {
    const unsent = { ...paid('pmt_1', 'failed'), failure_code: 'not_sent' }
    expect(paymentFound(intent('created'), [unsent], [], true)).toEqual({ kind: 'absent', open: true })
  })

  test('a payment that stands takes precedence over failed ones', () => {
    const payments = [paid('pmt_2', 'failed'), paid('pmt_1', 'captured')]
    expect(paymentFound(intent('captured'), payments, [], true)).toMatchObject({
      kind: 'paid',
      payment: { payment_id: 'pmt_1' },
    })
  })

  test('a captured payment counts as paid without its refunds, and not at all when refunded in full', () => {
    const captured = paid('pmt_1', 'captured')
    const found = (changes: Partial<Payment>) =>
      paymentFound(intent('captured'), [{ ...captured, ...changes }, paid('pmt_0', 'failed')], [], true)
    expect(found({ amount_refunded: 250 })).toMatchObject({
      kind: 'paid',
      payment: { amount: 650, returned: 250 },
    })
    expect(found({ amount_refunded: 250, amount_reversed: 50 })).toMatchObject({ payment: { amount: 600 } })
    const givenBack = { kind: 'voided', open: false, returned: 900 }
    expect(found({ amount_refunded: 900 })).toEqual(givenBack)
    expect(found({ amount_refunded: 500, amount_reversed: 400 })).toEqual(givenBack)
    expect(found({})).toMatchObject({ kind: 'paid', payment: { amount: 900 } })
    expect(found({})).not.toHaveProperty('payment.returned')
  })

  test('an intent whose status does not match its payments is looked up again', () => {
    expect(paymentFound(intent('captured'), [], [], true)).toEqual({ kind: 'processing' })
    expect(paymentFound(intent('processing'), [paid('pmt_1', 'failed')], [], true)).toEqual({
      kind: 'processing',
    })
  })
})
