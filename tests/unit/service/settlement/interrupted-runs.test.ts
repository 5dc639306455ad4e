import { beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '../../../../src-service/services.ts'
import { settleAccount } from '../../../../src-service/settlement/run.ts'
import {
  closeDays,
  dayThatEnded,
  lastDayEnd,
  startSettlement,
} from '../../../../src-service/settlement/schedule.ts'
import type { Store, WriteSet } from '../../../../src-service/store/store.ts'
import { eventually } from '../../../support/eventually.ts'
import { mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { openRefundHarness, type RefundHarness } from '../refunds/refund-harness.ts'
import { openSettlementHarness, type SettlementHarness } from './settlement-harness.ts'

let harness: PaymentsHarness
let settlementHarness: RefundHarness
let bank: SettlementHarness
beforeEach(async () => {
  harness = await openPaymentsHarness()
  settlementHarness = openRefundHarness(harness)
  bank = openSettlementHarness(harness)
})

const day = 24 * 60 * 60_000

/** The services of a process that dies before its n-th commit: nothing is written from then on. */
function dyingAfter(commits: number): Services {
  const { store } = harness.services
  let left = commits
  const dying: Store = {
    ...store,
    commit: (set: WriteSet) => {
      left -= 1
      return left < 0 ? Promise.reject(new Error('killed')) : store.commit(set)
    },
  }
  return { ...harness.services, store: dying }
}

const wanted = () => ({
  accountId: harness.caller.accountId,
  currency: 'USD',
  day: null,
  cutoff: harness.clock.now() + 1,
})

/** Asserts that one settlement settles everything once, with one fee each, and that its sums agree. */
async function expectSettledOnce(paymentIds: readonly string[], refundIds: readonly string[]): Promise<void> {
  const settlements = await bank.settlements()
  const ids = new Set<string | null>()
  for (const id of paymentIds) {
    ids.add((await settlementHarness.payment(id)).settlement_id)
    expect(await bank.fees(id)).toHaveLength(1)
  }
  for (const id of refundIds) ids.add((await settlementHarness.read(id)).settlement_id)
  expect(ids.size).toBe(1)
  const [settlementId] = ids
  expect(settlements.find(({ id }) => id === settlementId)).toMatchObject({
    status: 'closed',
    payment_count: paymentIds.length,
    refund_count: refundIds.length,
  })
  expect(settlements.filter(({ status }) => status === 'closing')).toEqual([])
}

describe('a settlement run that is interrupted', () => {
  test('a settlement run that is interrupted at any commit is resumed by the next run, which books nothing twice', async () => {
    for (const commits of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const payments = await Promise.all([
        settlementHarness.paid(1000),
        settlementHarness.paid(2000),
        settlementHarness.paid(3000),
      ])
      const [first] = payments
      const refund = mustOf(await settlementHarness.refund(String(first?.id), { amount: 100 }))
      await settleAccount(dyingAfter(commits), wanted()).catch(() => undefined)
      await bank.close()
      await expectSettledOnce(
        payments.map(({ id }) => id),
        [refund.id],
      )
    }
  })

  test('a settlement run that is interrupted is resumed after a start, without a request', async () => {
    const payment = await settlementHarness.paid(1000)
    await settleAccount(dyingAfter(1), wanted()).catch(() => undefined)
    expect(await bank.settlements()).toMatchObject([{ status: 'closing' }])
    const restarted = await harness.restart()
    await closeDays(restarted.services)
    const after = openSettlementHarness(restarted)
    expect(await after.settlements()).toMatchObject([{ status: 'closed', payment_count: 1 }])
    expect(await after.fees(payment.id)).toHaveLength(1)
  })
})

describe('two runs at the same moment', () => {
  test('two runs at the same moment settle everything once, whichever is faster', async () => {
    const payments = await Promise.all(Array.from({ length: 20 }, () => settlementHarness.paid(1000)))
    const refund = mustOf(await settlementHarness.refund(String(payments[0]?.id), { amount: 100 }))
    await Promise.all([
      settleAccount(harness.services, wanted()),
      settleAccount(harness.services, wanted()),
      closeDays(harness.services),
    ])
    await expectSettledOnce(
      payments.map(({ id }) => id),
      [refund.id],
    )
  })
})

describe('the end of the day', () => {
  test('the end of the day is at 08:00 UTC, and names the day before it', () => {
    const end = Date.UTC(2026, 0, 31, 8)
    for (const now of [end, end + 1, end + day - 1]) expect(lastDayEnd(now)).toBe(end)
    expect(lastDayEnd(end - 1)).toBe(end - day)
    expect(dayThatEnded(end)).toBe('2026-01-30')
  })

  test('closing a day settles what was made in it, and leaves the new day to the next run', async () => {
    const payment = await settlementHarness.paid(1000)
    await closeDays(harness.services)
    expect((await settlementHarness.payment(payment.id)).settlement_status).toBe('unsettled')
    const end = lastDayEnd(harness.clock.now()) + day
    harness.clock.advance(end - harness.clock.now())
    const later = await settlementHarness.paid(500)
    await closeDays(harness.services)
    expect((await settlementHarness.payment(payment.id)).settlement_status).toBe('settled')
    expect((await settlementHarness.payment(later.id)).settlement_status).toBe('unsettled')
    expect(await bank.settlements()).toMatchObject([{ day: dayThatEnded(end), payment_count: 1 }])
  })

  test('a day is closed once, and an empty day creates no settlement', async () => {
    await settlementHarness.paid(1000)
    harness.clock.advance(2 * day)
    await closeDays(harness.services)
    await settlementHarness.paid(1000)
    await closeDays(harness.services)
    expect(await bank.settlements()).toHaveLength(1)
    harness.clock.advance(day)
    await closeDays(harness.services)
    expect((await bank.settlements()).map((settlement) => settlement.payment_count)).toEqual([1, 1])
    harness.clock.advance(day)
    await closeDays(harness.services)
    expect(await bank.settlements()).toHaveLength(2)
  })
})

describe('a payment that cannot be settled', () => {
  test('a payment that cannot be settled is left for the next run, and stops neither the others nor the run', async () => {
    const [broken, sound] = [await settlementHarness.paid(1000), await settlementHarness.paid(2000)]
    const { store } = harness.services
    const commit: Store['commit'] = (set) =>
      set.writes.some(({ op, ...write }) => op === 'update' && 'row' in write && write.row.id === broken.id)
        ? Promise.reject(new Error('CHECK constraint failed'))
        : store.commit(set)
    mustOf(await settleAccount({ ...harness.services, store: { ...store, commit } }, wanted()))
    expect(await bank.settlements()).toMatchObject([{ status: 'closed', payment_count: 1 }])
    expect((await settlementHarness.payment(sound.id)).settlement_status).toBe('settled')
    await bank.close()
    expect((await settlementHarness.payment(broken.id)).settlement_status).toBe('settled')
  })
})

describe('the schedule', () => {
  test("the schedule closes the day at its end by the service's clock, and every day after", async () => {
    const stop = startSettlement(harness.services)
    for (const count of [1, 2]) {
      const payment = await settlementHarness.paid(1000)
      harness.clock.advance(day)
      await eventually(async () => expect(await bank.settlements()).toHaveLength(count))
      await eventually(async () =>
        expect((await settlementHarness.payment(payment.id)).settlement_status).toBe('settled'),
      )
    }
    await stop()
  })
})

describe('a service that stops', () => {
  test('a service that stops does not wait for the end of a run: the next start continues it', async () => {
    const payments = await Promise.all(Array.from({ length: 70 }, () => settlementHarness.paid(1000)))
    const { store } = harness.services
    let commits = 0
    const commit: Store['commit'] = (set) => {
      commits += 1
      return store.commit(set)
    }
    harness.clock.advance(day)
    await closeDays({ ...harness.services, store: { ...store, commit }, isStopped: () => commits > 10 })
    expect(await bank.settlements()).toMatchObject([{ status: 'closing' }])
    const settled = await Promise.all(payments.map(({ id }) => settlementHarness.payment(id)))
    const count = settled.filter(({ settlement_status }) => settlement_status === 'settled').length
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(70)
    await closeDays(harness.services)
    await expectSettledOnce(
      payments.map(({ id }) => id),
      [],
    )
  })
})
