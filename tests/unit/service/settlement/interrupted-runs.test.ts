import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Services } from '../../../../src-service/services.ts'
import { settleAccount } from '../../../../src-service/settlement/run.ts'
import {
  closeDays,
  dayThatEnded,
  lastDayEnd,
  startSettlement,
} from '../../../../src-service/settlement/schedule.ts'
import type { Store, WriteSet } from '../../../../src-service/store/store.ts'
import { mustOf, openTill, type Till } from '../intents/payments-harness.ts'
import { openRefundHarness, type RefundHarness } from '../refunds/refund-harness.ts'
import { openSettlementHarness, type SettlementHarness } from './settlement-harness.ts'

let till: Till
let desk: RefundHarness
let bank: SettlementHarness
beforeEach(async () => {
  till = await openTill()
  desk = openRefundHarness(till)
  bank = openSettlementHarness(till)
})

const day = 24 * 60 * 60_000

/** The services of a process that dies before its n-th commit: from then on nothing is written. */
function dyingAfter(commits: number): Services {
  const { store } = till.services
  let left = commits
  const dying: Store = {
    ...store,
    commit: (set: WriteSet) => {
      left -= 1
      return left < 0 ? Promise.reject(new Error('killed')) : store.commit(set)
    },
  }
  return { ...till.services, store: dying }
}

const wanted = () => ({
  accountId: till.caller.accountId,
  currency: 'USD',
  day: null,
  cutoff: till.clock.now() + 1,
})

/** Everything is settled by one settlement, once, with one fee each, and its sums say so. */
async function expectSettledOnce(paymentIds: readonly string[], refundIds: readonly string[]): Promise<void> {
  const settlements = await bank.settlements()
  const ids = new Set<string | null>()
  for (const id of paymentIds) {
    ids.add((await desk.payment(id)).settlement_id)
    expect(await bank.fees(id)).toHaveLength(1)
  }
  for (const id of refundIds) ids.add((await desk.read(id)).settlement_id)
  expect(ids.size).toBe(1)
  const [settlementId] = ids
  expect(settlements.find(({ id }) => id === settlementId)).toMatchObject({
    status: 'closed',
    payment_count: paymentIds.length,
    refund_count: refundIds.length,
  })
  expect(settlements.filter(({ status }) => status === 'closing')).toEqual([])
}

describe('a settlement run that is cut off', () => {
  test('a settlement run that is interrupted at any commit is resumed by the next one, which books nothing twice', async () => {
    for (const commits of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const payments = await Promise.all([desk.paid(1000), desk.paid(2000), desk.paid(3000)])
      const [first] = payments
      const refund = mustOf(await desk.refund(String(first?.id), { amount: 100 }))
      await settleAccount(dyingAfter(commits), wanted()).catch(() => undefined)
      await bank.close()
      await expectSettledOnce(
        payments.map(({ id }) => id),
        [refund.id],
      )
    }
  })

  test('a settlement run that is interrupted is resumed after a start, without a request', async () => {
    const payment = await desk.paid(1000)
    await settleAccount(dyingAfter(1), wanted()).catch(() => undefined)
    expect(await bank.settlements()).toMatchObject([{ status: 'closing' }])
    const restarted = await till.restart()
    await closeDays(restarted.services)
    const after = openSettlementHarness(restarted)
    expect(await after.settlements()).toMatchObject([{ status: 'closed', payment_count: 1 }])
    expect(await after.fees(payment.id)).toHaveLength(1)
  })
})

describe('two runs at the same moment', () => {
  test('two runs at the same moment settle everything once, whichever is faster', async () => {
    const payments = await Promise.all(Array.from({ length: 20 }, () => desk.paid(1000)))
    const refund = mustOf(await desk.refund(String(payments[0]?.id), { amount: 100 }))
    await Promise.all([
      settleAccount(till.services, wanted()),
      settleAccount(till.services, wanted()),
      closeDays(till.services),
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
    const payment = await desk.paid(1000)
    await closeDays(till.services)
    expect((await desk.payment(payment.id)).settlement_status).toBe('unsettled')
    const end = lastDayEnd(till.clock.now()) + day
    till.clock.advance(end - till.clock.now())
    const later = await desk.paid(500)
    await closeDays(till.services)
    expect((await desk.payment(payment.id)).settlement_status).toBe('settled')
    expect((await desk.payment(later.id)).settlement_status).toBe('unsettled')
    expect(await bank.settlements()).toMatchObject([{ day: dayThatEnded(end), payment_count: 1 }])
  })

  test('a day is closed once, and an empty day makes no settlement', async () => {
    await desk.paid(1000)
    till.clock.advance(2 * day)
    await closeDays(till.services)
    await desk.paid(1000)
    await closeDays(till.services)
    expect(await bank.settlements()).toHaveLength(1)
    till.clock.advance(day)
    await closeDays(till.services)
    expect((await bank.settlements()).map((settlement) => settlement.payment_count)).toEqual([1, 1])
    till.clock.advance(day)
    await closeDays(till.services)
    expect(await bank.settlements()).toHaveLength(2)
  })
})

describe('a payment that cannot be settled', () => {
  test('a payment that cannot be settled is left for the next run, and does not stop the others or the run', async () => {
    const [broken, sound] = [await desk.paid(1000), await desk.paid(2000)]
    const { store } = till.services
    const commit: Store['commit'] = (set) =>
      set.writes.some(({ op, ...write }) => op === 'update' && 'row' in write && write.row.id === broken.id)
        ? Promise.reject(new Error('CHECK constraint failed'))
        : store.commit(set)
    mustOf(await settleAccount({ ...till.services, store: { ...store, commit } }, wanted()))
    expect(await bank.settlements()).toMatchObject([{ status: 'closed', payment_count: 1 }])
    expect((await desk.payment(sound.id)).settlement_status).toBe('settled')
    await bank.close()
    expect((await desk.payment(broken.id)).settlement_status).toBe('settled')
  })
})

describe('the schedule', () => {
  test("the schedule closes the day when the service's clock comes to its end, and every day after", async () => {
    const stop = startSettlement(till.services)
    for (const count of [1, 2]) {
      const payment = await desk.paid(1000)
      till.clock.advance(day)
      await vi.waitFor(async () => expect(await bank.settlements()).toHaveLength(count))
      await vi.waitFor(async () => expect((await desk.payment(payment.id)).settlement_status).toBe('settled'))
    }
    await stop()
  })
})

describe('a service that stops', () => {
  test('a service that stops does not wait for the end of a run: the next start goes on with it', async () => {
    const payments = await Promise.all(Array.from({ length: 70 }, () => desk.paid(1000)))
    const { store } = till.services
    let commits = 0
    const commit: Store['commit'] = (set) => {
      commits += 1
      return store.commit(set)
    }
    till.clock.advance(day)
    await closeDays({ ...till.services, store: { ...store, commit }, isStopped: () => commits > 10 })
    expect(await bank.settlements()).toMatchObject([{ status: 'closing' }])
    const settled = await Promise.all(payments.map(({ id }) => desk.payment(id)))
    const count = settled.filter(({ settlement_status }) => settlement_status === 'settled').length
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(70)
    await closeDays(till.services)
    await expectSettledOnce(
      payments.map(({ id }) => id),
      [],
    )
  })
})
