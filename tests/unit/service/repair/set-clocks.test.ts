import { describe, expect, test } from 'vitest'
import { createRefund } from '../../../../src-service/refunds/create-refund.ts'
import { lookAtQuarantine } from '../../../../src-service/repair/quarantine.ts'
import { repairPass } from '../../../../src-service/repair/repair-schedule.ts'
import { type AdjustableClock, createClock } from '../../../../src-service/time/clock.ts'
import { chargesOf, harshBank } from '../../../support/harsh-bank.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { claim, openRefundHarness } from '../refunds/refund-harness.ts'

const minutes = 60_000
const hours = 60 * minutes
const days = 24 * hours

/** A computer whose time is changed: its wall clock is off by `ms`, and verified time continues unchanged. */
function settableClock() {
  const clock = createClock()
  let offMs = 0
  const settable: AdjustableClock = { ...clock, now: () => clock.now() + offMs }
  const set = (ms: number): void => {
    offMs = ms
  }
  return { clock: settable, set }
}

async function openOn(clock: AdjustableClock): Promise<PaymentsHarness> {
  const started = await openPaymentsHarness()
  return started.restart(clock)
}

/** Passes of the repair job with a shared memory; each advances the clock first. */
function repairs(harness: PaymentsHarness) {
  const memory = { lastAsked: new Map<string, number>(), firstSeen: new Map<string, number>() }
  return async (ms: number, minimumAge = 0) => {
    harness.clock.advance(ms)
    await repairPass(harness.services, { minimumAge, ...memory })
    await lookAtQuarantine(harness.services)
  }
}

describe('a clock that is set days ahead', () => {
  test('a clock that is set days ahead does not stop the search for a late authorization', async () => {
    const { clock, set } = settableClock()
    const { openBank, books } = harshBank((question) =>
      question === 'authorize' ? { kind: 'late', afterMs: 152_000 } : { kind: 'none' },
    )
    const started = await openPaymentsHarness(undefined, openBank)
    const harness = await started.restart(clock)
    const later = repairs(harness)
    set(6 * days)
    const { id } = await harness.intent()
    mustOf(await harness.pay(id))
    await later(61_000)
    expect((await harness.read(id)).status).toBe('created')
    await later(6 * minutes)
    expect(chargesOf(books())).toEqual([])
  })

  test('a clock that is set ahead during a payment does not void the payment before its ten minutes are over', async () => {
    const { clock, set } = settableClock()
    const harness = await openOn(clock)
    const later = repairs(harness)
    harness.processor.authorize = async () => ({ outcome: 'unknown' })
    harness.processor.inquire = async () => ({ outcome: 'unknown' })
    let voids = 0
    harness.processor.void = async () => {
      voids += 1
      return { outcome: 'unknown' }
    }
    const { id } = await harness.intent()
    mustOf(await harness.pay(id))
    set(2 * hours)
    await later(minutes)
    expect(voids).toBe(0)
    await later(10 * minutes)
    expect(voids).toBe(1)
  })

  test('a clock that is set ahead does not mark a recent capture as unresolved', async () => {
    const { clock, set } = settableClock()
    const harness = await openOn(clock)
    const later = repairs(harness)
    const { id } = await harness.intent({ capture: false })
    mustOf(await harness.pay(id))
    harness.processor.capture = async () => ({ outcome: 'unknown' })
    mustOf(await harness.capture(id))
    set(2 * hours)
    await later(minutes)
    const { latest_payment } = await harness.read(id)
    expect(latest_payment?.gateway_response.pending_operation).not.toHaveProperty('unresolved_since')
  })
})

describe('a clock that is set back', () => {
  test('a clock that is set back does not prevent a payment of unknown outcome from being voided after ten minutes', async () => {
    const { clock, set } = settableClock()
    const harness = await openOn(clock)
    const later = repairs(harness)
    harness.processor.authorize = async () => ({ outcome: 'unknown' })
    harness.processor.inquire = async () => ({ outcome: 'unknown' })
    const { id } = await harness.intent()
    mustOf(await harness.pay(id))
    set(-days)
    await later(minutes)
    await later(10 * minutes)
    expect(await harness.read(id)).toMatchObject({
      status: 'created',
      latest_payment: { failure_code: 'outcome_unknown_voided' },
    })
  })

  test('a clock that is hours behind does not let a repeated refund pay twice', async () => {
    const { clock, set } = settableClock()
    const harness = await openOn(clock)
    const refundHarness = openRefundHarness(harness)
    const payment = await refundHarness.paid(1000)
    set(-2 * hours)
    harness.processor.refund = async () => ({ outcome: 'unknown' })
    const ask = () => refundHarness.refund(payment.id, { amount: 400 }, claim('key-number-1'))
    const first = mustOf(await ask())
    expect(mustOf(await ask()).id).toBe(first.id)
    expect(await refundHarness.refunds(payment.id)).toHaveLength(1)
  })

  test('a clock that is a week behind does not void a recent authorization', async () => {
    const { clock, set } = settableClock()
    const harness = await openOn(clock)
    set(-8 * days)
    const { id } = await harness.intent({ capture: false })
    mustOf(await harness.pay(id))
    await repairs(harness)(minutes)
    expect((await harness.read(id)).status).toBe('uncaptured')
    await repairs(harness)(7 * days)
    expect((await harness.read(id)).status).toBe('cancelled')
  })

  test('a clock set back between a refund and its repeat does not pay twice at a bank that does not detect repeats', async () => {
    const { clock, set } = settableClock()
    let lost = true
    const { openBank, books } = harshBank((question) =>
      question === 'refund' && lost ? { kind: 'late', afterMs: 152_000 } : { kind: 'none' },
    )
    const started = await openPaymentsHarness(undefined, openBank)
    const harness = await started.restart(clock)
    const later = repairs(harness)
    const { id } = await harness.intent({ amount: 1000 })
    const { payment } = mustOf(await harness.pay(id))
    await later(11 * minutes)
    const { account_id } = payment
    mustOf(
      await createRefund(harness.services, {
        accountId: account_id,
        paymentId: payment.id,
        body: { amount: 400 },
        idempotency: null,
      }),
    )
    lost = false
    // Set ahead, so that the refund seems older than it can be in transit.
    set(hours)
    await later(minutes)
    set(0)
    await later(10 * minutes)
    expect(
      books()
        .all()
        .filter(({ type }) => type === 'refund'),
    ).toHaveLength(1)
  })
})

test('the key of a refund is free again an hour after its answer, by verified time', async () => {
  const { clock } = settableClock()
  const harness = await openOn(clock)
  const refundHarness = openRefundHarness(harness)
  const payment = await refundHarness.paid(1000)
  const ask = () => refundHarness.refund(payment.id, { amount: 400 }, claim('key-number-1'))
  const first = mustOf(await ask())
  harness.clock.advance(61 * minutes)
  const second = await ask()
  expect(codeOf(second)).toBe('ok')
  expect(mustOf(second).id).not.toBe(first.id)
})
