import { describe, expect, test } from 'vitest'
import type { IntentHistory } from '../../../../src-main/manager/intent-history.ts'
import { planAction } from '../../../../src-main/manager/plan-action.ts'
import { histories } from '../../../pictures/manager-data.ts'

const begun = { id: 'act_1', at: '2026-11-22T10:00:00.000Z', service_time: null, person_id: null }

const withSplits = (history: (typeof histories)['paid']): IntentHistory => ({
  ...history,
  intent: {
    ...history.intent,
    client_secret: '',
    payment_splits: [
      { account_id: 'ctrct_1', amount: 600 },
      { account_id: 'ctrct_2', amount: 300 },
    ],
  },
})
const refundOf = (amount: number, ...refund_splits: { account_id: string; amount: number }[]) => ({
  kind: 'refund' as const,
  intent_id: histories.paid.intent.id,
  payment_id: histories.paid.payments[0]?.id ?? '',
  amount,
  reason: 'Wrong item',
  refund_splits,
})

describe('planning a refund', () => {
  test('a refund keeps its reason, and the amounts taken back from contractors', () => {
    const asked = refundOf(500, { account_id: 'ctrct_1', amount: 200 })
    expect(planAction(asked, withSplits(histories.paid), begun)).toMatchObject({
      ok: true,
      value: { amount: 500, reason: 'Wrong item', refund_splits: [{ account_id: 'ctrct_1', amount: 200 }] },
    })
  })

  test.each([
    ['more than a contractor got', refundOf(1000, { account_id: 'ctrct_2', amount: 301 })],
    ['from a contractor who got nothing', refundOf(500, { account_id: 'ctrct_9', amount: 1 })],
    [
      'altogether more than goes back',
      refundOf(500, { account_id: 'ctrct_1', amount: 300 }, { account_id: 'ctrct_2', amount: 201 }),
    ],
  ])('a refund that takes back %s is refused before anything is sent', (_what, asked) => {
    expect(planAction(asked, withSplits(histories.paid), begun)).toMatchObject({
      ok: false,
      error: { code: 'not_now' },
    })
  })

  test('a refund may be of at most what is left of the payment', () => {
    const [paid, ...others] = histories.paid.payments
    if (paid === undefined) throw new Error('it was paid')
    const payments = [{ ...paid, amount_captured: 1000, amount_refunded: 400 }, ...others]
    const history = { ...withSplits(histories.paid), payments }
    expect(planAction(refundOf(600), history, begun)).toMatchObject({ ok: true, value: { amount: 600 } })
    expect(planAction(refundOf(601), history, begun)).toMatchObject({ ok: false, error: { code: 'not_now' } })
  })
})

test('a hold is cancelled by the payment that holds it, and not by an attempt that was declined', () => {
  const [paid, declined] = histories.paid.payments
  if (paid === undefined || declined === undefined) throw new Error('two attempts are needed')
  const history = withSplits(histories.paid)
  const held = {
    ...history,
    intent: { ...history.intent, status: 'uncaptured' as const },
    payments: [{ ...paid, status: 'uncaptured' as const, amount_authorized: 1000 }, declined],
  }
  const cancelled = (payment_id: string) =>
    planAction({ kind: 'cancel', intent_id: held.intent.id, payment_id, amount: null }, held, begun)
  expect(cancelled(paid.id)).toMatchObject({ ok: true, value: { amount: 1000 } })
  expect(cancelled(declined.id)).toMatchObject({ ok: false, error: { code: 'not_now' } })
})
