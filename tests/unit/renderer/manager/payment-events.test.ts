import { describe, expect, test } from 'vitest'
import { actionOn, actionTone, isUnderWay } from '../../../../src-renderer/manager/action-words.ts'
import { timelineOf } from '../../../../src-renderer/manager/payment-events.ts'
import { moneyFactsOf } from '../../../../src-renderer/manager/payment-facts.ts'
import type { PaymentHistory } from '../../../../src-shared/pos/manager/manager.ts'
import { actions } from '../../../pictures/manager-actions.ts'
import { histories } from '../../../pictures/manager-data.ts'

const eventsOf = (history: PaymentHistory) => timelineOf(history).map(({ kind, amount }) => [kind, amount])

describe('the history of a payment', () => {
  test('the history of a payment lists every attempt, newest first', () => {
    expect(eventsOf(histories.paid)).toEqual([
      ['paid', 1481],
      ['declined', 1481],
      ['started', 1481],
    ])
  })

  test('the history of a payment lists refunds and settlement', () => {
    expect(eventsOf(histories.returned)).toEqual([
      ['refunded', 981],
      ['refunded', 500],
      ['settled', 1481],
      ['paid', 1481],
      ['started', 1481],
    ])
    expect(eventsOf(histories['partly-returned'])[0]).toEqual(['refunding', 500])
  })

  test('a dispute is shown with its whole amount, even after a partial refund', () => {
    const { intent, payments, refunds } = histories['partly-returned']
    const disputed = payments.map((payment) =>
      payment.status === 'captured'
        ? {
            ...payment,
            disputed: true,
            amount_disputed: 981,
            gateway_response: { dispute_status: 'open', dispute_amount: 1481 },
          }
        : payment,
    )
    const history = {
      intent: { ...intent, amount_disputed: 981, latest_payment: disputed[0] ?? null },
      payments: disputed,
      refunds,
    }
    expect(eventsOf(history)).toContainEqual(['disputed', 1481])
    const amountOf = (name: string) => moneyFactsOf(history).find((line) => line.name === name)?.amount
    expect([amountOf('disputed'), amountOf('left')]).toEqual([1481, 0])
  })

  test('an authorization and its later capture are two events of the history', () => {
    const { intent, payments } = histories.authorized
    expect(eventsOf(histories.authorized)).toEqual([
      ['authorized', 650_000],
      ['started', 650_000],
    ])
    const captured: PaymentHistory = {
      intent: { ...intent, status: 'captured', captured_at: '2026-11-21T15:00:00.000Z' },
      payments: payments.map((payment) => ({
        ...payment,
        status: 'captured',
        amount_captured: 500_000,
        amount_voided: 150_000,
      })),
      refunds: [],
    }
    expect(eventsOf(captured)[0]).toEqual(['captured', 500_000])
  })

  test('a void is shown once, and not also as a cancelled sale', () => {
    expect(eventsOf(histories.voided)).toEqual([
      ['voided', 1481],
      ['paid', 1481],
      ['started', 1481],
    ])
  })

  test('a sale that was cancelled before any payment is shown in the history', () => {
    const { intent } = histories.declined
    const cancelled: PaymentHistory = {
      intent: { ...intent, status: 'cancelled', cancelled_at: '2026-11-21T15:00:00.000Z' },
      payments: [],
      refunds: [],
    }
    expect(eventsOf(cancelled)).toEqual([
      ['cancelled', null],
      ['started', 1481],
    ])
  })
})

describe('an action on a payment', () => {
  test('an action on a payment is in progress until its outcome is known, or unresolved', () => {
    expect(
      Object.values(actions)
        .filter(isUnderWay)
        .map(({ state }) => state),
    ).toEqual(['sending', 'checking'])
  })

  test('an action with an unknown outcome is shown neither as done nor as refused', () => {
    expect(actionTone(actions.unresolved)).toBe('wait')
    expect(actionTone(actions.checking)).toBe('wait')
    expect(actionTone(actions.done)).toBe('good')
    expect(actionTone(actions.refused)).toBe('bad')
  })

  test('the action on a payment is the last one that was started', () => {
    const { intent } = histories.paid
    const later = { ...actions.refused, id: 'act_2', started_at: '2026-11-21T15:00:00.000Z' }
    expect(actionOn([later, actions.done], intent.id)).toBe(later)
    expect(actionOn([later], 'pi_other')).toBeNull()
  })
})
