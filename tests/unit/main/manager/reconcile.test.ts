import { expect, test } from 'vitest'
import type { ActionRecord } from '../../../../src-main/manager/action-record.ts'
import { reconcile } from '../../../../src-main/manager/reconcile.ts'
import { newIntent } from '../../../../src-service/intents/documents.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import type { Refund } from '../../../../src-shared/api/schemas/refund.ts'

const at = '2026-11-22T10:00:00.000Z'
const intent = (changes: Partial<PaymentIntent>): PaymentIntent => ({
  ...newIntent(
    {
      ...{ id: 'pi_1', client_secret: '', amount: 5000, account_id: 'acct_1', business_id: 'bus_1' },
      ...{ partner_id: null, created_at: at, currency: 'USD' },
    },
    {},
  ),
  ...{ status: 'captured', amount_captured: 5000, tip_amount: 500, tax_amount: 300 },
  ...changes,
})
const capture = (changes: Partial<ActionRecord>): ActionRecord => ({
  ...{ id: 'act_1', kind: 'capture', intent_id: 'pi_1', payment_id: 'pmt_1', amount: 5000, currency: 'USD' },
  ...{
    reason: '',
    refund_splits: [],
    tip_amount: null,
    surcharge_amount: null,
    person_id: null,
    started_at: at,
    state: 'checking',
  },
  ...{ detail: '', tries: 0, receipt: null, print: 'not_asked', refund_id: null, refusals: 0 },
  before: {
    ...{ intent_status: 'uncaptured', refund_ids: [] },
    ...{ tip_amount: 500, tax_amount: 300, surcharge_amount: 0 },
  },
  ...changes,
})
const found = (action: Partial<ActionRecord>, changes: Partial<PaymentIntent> = {}) =>
  reconcile(capture(action), { intent: intent(changes), payments: [], refunds: [] }, []).kind

test('a capture with a lost answer is done if amount, tip, tax and surcharge are those that were sent', () => {
  expect(found({})).toBe('done')
  expect(found({ tip_amount: 700 }, { tip_amount: 700 })).toBe('done')
  expect(found({}, { amount_captured: 4900 })).toBe('refused')
  expect(found({ tip_amount: 700 })).toBe('refused')
  expect(found({}, { tip_amount: 700 })).toBe('refused')
  expect(found({}, { tax_amount: 0 })).toBe('refused')
  expect(found({ surcharge_amount: 14 }, { surcharge_amount: 14 })).toBe('done')
  expect(found({ surcharge_amount: 14 }, { surcharge_amount: 30 })).toBe('refused')
  expect(found({}, { surcharge_amount: 30 })).toBe('refused')
  // A record from before these fields existed.
  expect(found({ before: { intent_status: 'uncaptured', refund_ids: [] } })).toBe('done')
})

test('a void or cancel happens to an intent as it was read, and is not sent again once the intent has changed', () => {
  const cancel = (intent_status: PaymentIntent['status'], status: PaymentIntent['status']) => {
    const before = { intent_status, refund_ids: [] }
    return found({ kind: 'cancel', before }, { status })
  }
  expect(cancel('uncaptured', 'uncaptured')).toBe('absent')
  // Captured meanwhile: repeated, the cancel would void a payment of which the person did not know.
  expect(cancel('uncaptured', 'captured')).toBe('refused')
  expect(cancel('uncaptured', 'processing')).toBe('unknown')
  expect(cancel('uncaptured', 'cancelled')).toBe('done')
})

test('a refund is recognised by its amount among those that did not exist before; one that failed counts last', () => {
  const refund = (id: string, amount: number, status: Refund['status'] = 'succeeded') =>
    ({ id, amount, status, awaits: null, failure_message: 'The bank refused.' }) as unknown as Refund
  const before = { intent_status: 'captured' as const, refund_ids: ['ref_before'] }
  let action = capture({ kind: 'refund', amount: 700, before })
  const ofRefunds = (...refunds: readonly Refund[]) => {
    return reconcile(action, { intent: intent({}), payments: [], refunds }, ['ref_of_other_action'])
  }
  expect(ofRefunds(refund('ref_before', 700), refund('ref_of_other_action', 700)).kind).toBe('absent')
  expect(ofRefunds(refund('ref_1', 699)).kind).toBe('absent')
  expect(ofRefunds(refund('ref_2', 700, 'failed'), refund('ref_1', 700))).toEqual({
    kind: 'done',
    refund_id: 'ref_1',
  })
  expect(ofRefunds(refund('ref_1', 700, 'failed'))).toMatchObject({ kind: 'refused' })
  // Which refunds existed before was lost with a line of the journal.
  action = { ...action, before: null }
  expect(ofRefunds(refund('ref_1', 700)).kind).toBe('withheld')
  expect(ofRefunds(refund('ref_1', 699)).kind).toBe('absent')
})
