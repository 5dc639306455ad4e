import { expect, onTestFinished, test } from 'vitest'
import { startSettlement } from '../../../../src-service/settlement/schedule.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { eventually } from '../../../support/eventually.ts'
import { openPaymentsHarness } from '../intents/payments-harness.ts'
import { openRefundHarness } from '../refunds/refund-harness.ts'
import { openSettlementHarness } from './settlement-harness.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A service with its schedule, on a computer whose time can be set. It starts in the middle of a business day. */
async function openShop(startsAt: string) {
  let setBy = 0
  const started = await openPaymentsHarness()
  const harness = await started.restart(createClock(() => Date.parse(startsAt) + setBy))
  const refunds = openRefundHarness(harness)
  const bank = openSettlementHarness(harness)
  onTestFinished(startSettlement(harness.services))
  const settlements = async () => {
    const found = await bank.settlements()
    return found.map(({ day, status, amount_captured }) => ({ day, status, amount_captured })).reverse()
  }
  // The first look, soon after the start.
  harness.clock.advance(minuteMs)
  await eventually(async () => expect(await settlements()).toEqual([]))
  return {
    pay: (amount: number) => refunds.paid(amount),
    pass: (ms: number) => harness.clock.advance(ms),
    setClock(byMs: number) {
      setBy = byMs
    },
    settled: (...expected: readonly (readonly [string, number])[]) =>
      eventually(async () =>
        expect(await settlements()).toEqual(
          expected.map(([day, amount_captured]) => ({ day, amount_captured, status: 'closed' })),
        ),
      ),
  }
}

test('a clock that is put forward over a day’s end closes that day within minutes', async () => {
  const shop = await openShop('2028-02-28T18:00:00Z')
  await shop.pay(1000)
  shop.setClock(3 * dayMs)
  shop.pass(11 * minuteMs)
  await shop.settled(['2028-03-01', 1000])
  await shop.pay(500)
  shop.pass(dayMs)
  await shop.settled(['2028-03-01', 1000], ['2028-03-02', 500])
})

test('a clock that is set back after a day was closed closes no day twice, and the next one at its end', async () => {
  const shop = await openShop('2027-12-31T06:30:00Z')
  await shop.pay(1000)
  shop.pass(2 * hourMs)
  await shop.settled(['2027-12-30', 1000])
  await shop.pay(500)
  shop.setClock(-2 * hourMs)
  shop.pass(3 * hourMs)
  await shop.settled(['2027-12-30', 1000])
  shop.pass(dayMs)
  await shop.settled(['2027-12-30', 1000], ['2027-12-31', 500])
})

test('after a clock that was days ahead is set right, each day is closed at its end', async () => {
  const shop = await openShop('2028-12-29T18:00:00Z')
  shop.setClock(3 * dayMs)
  shop.pass(11 * minuteMs)
  shop.setClock(0)
  await shop.pay(700)
  shop.pass(15 * hourMs)
  await shop.settled(['2028-12-29', 700])
})

test('what is sold after a fast clock has closed the day early is settled with the next day', async () => {
  const shop = await openShop('2028-12-29T18:00:00Z')
  await shop.pay(1000)
  shop.setClock(15 * hourMs)
  shop.pass(11 * minuteMs)
  await shop.settled(['2028-12-29', 1000])
  shop.setClock(0)
  shop.pass(11 * minuteMs)
  await shop.pay(500)
  shop.pass(15 * hourMs)
  await shop.settled(['2028-12-29', 1000])
  shop.pass(dayMs)
  await shop.settled(['2028-12-29', 1000], ['2028-12-30', 500])
})
