import { beforeEach, describe, expect, test } from 'vitest'
import type { Trouble } from '../../../../src-service/processor/harsh/trouble.ts'
import { repairPass } from '../../../../src-service/repair/repair-schedule.ts'
import type { Page } from '../../../../src-service/store/read-page.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { Refund } from '../../../../src-shared/api/schemas/refund.ts'
import { harshBank } from '../../../support/harsh-bank.ts'
import { mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { openRefundHarness } from './refund-harness.ts'

/** At a bank that would pay back twice, the service inquires about a refund before it sends it again. */

const seconds = 1_000
const minutes = 60_000
const hours = 60 * minutes

let inquiries: Trouble = { kind: 'none' }
const { openBank } = harshBank((question) => (question === 'inquire' ? inquiries : { kind: 'none' }))

let harness: PaymentsHarness
beforeEach(async () => {
  inquiries = { kind: 'none' }
  harness = await openPaymentsHarness(undefined, openBank)
})

/** The repair passes of one process, which remembers only what it has seen itself. */
function process(node: PaymentsHarness) {
  const memory = { lastAsked: new Map<string, number>(), firstSeen: new Map<string, number>() }
  return async (ms: number, passes = 1) => {
    for (let pass = 0; pass < passes; pass += 1) {
      node.clock.advance(ms)
      await repairPass(node.services, { minimumAge: 0, ...memory })
    }
  }
}
/** The refund's batch stays open until this replacement is removed. */
const waits = (node: PaymentsHarness) => {
  node.processor.refund = async () => ({ outcome: 'later' })
}
async function waitingRefund(): Promise<Refund> {
  const refunds = openRefundHarness(harness)
  const { id } = await refunds.paid(1000)
  waits(harness)
  return mustOf(await refunds.refund(id, { amount: 400 }))
}
const list = async (node: PaymentsHarness) => {
  const page = await openRefundHarness(node).call('refunds.list_unresolved', { query: { limit: 10 } })
  return (mustOf(page) as Page<Refund>).data.map(({ id }) => id)
}
const isPaidBack = async (node: PaymentsHarness, { id }: Refund) => {
  delete node.processor.refund
  const later = process(node)
  await later(30 * minutes, 8)
  expect(await openRefundHarness(node).read(id)).toMatchObject({ awaits: 'settlement' })
}

describe('a refund that waits for a batch to close', () => {
  test('a refund that waits for a batch to close is sent again after a restart, however old it is', async () => {
    const refund = await waitingRefund()
    await process(harness)(30 * minutes, 4)
    const restarted = await harness.restart()
    waits(restarted)
    await process(restarted)(5 * seconds, 3)
    expect(await list(restarted)).toEqual([])
    await isPaidBack(restarted, refund)
  })

  test('a refund that waits for a batch to close is sent again when a second node asks just after the first', async () => {
    const refund = await waitingRefund()
    const later = process(harness)
    await later(30 * minutes, 4)
    const other = harness.node()
    const laterThere = process(other)
    for (let count = 0; count < 6; count += 1) {
      await later(30 * minutes)
      await laterThere(5 * seconds)
    }
    expect(await list(harness)).toEqual([])
    await isPaidBack(harness, refund)
  })

  test('a refund that waits for a batch to close is sent again after an inquiry without an answer', async () => {
    const refund = await waitingRefund()
    const later = process(harness)
    await later(30 * minutes, 40)
    inquiries = { kind: 'answer_lost' }
    // Only one inquiry falls in that time: a refund that has waited for long is asked about rarely.
    await later(30 * minutes, 8)
    inquiries = { kind: 'none' }
    expect(await list(harness)).toEqual([])
    await isPaidBack(harness, refund)
  })

  test('a refund that waits for a batch to close is unresolved after two days, even when the service restarts each night', async () => {
    const refund = await waitingRefund()
    await process(harness)(hours, 20)
    const second = await harness.restart()
    waits(second)
    await process(second)(hours, 20)
    expect(await list(second)).toEqual([])
    const third = await second.restart()
    waits(third)
    await process(third)(hours, 12)
    expect(await list(third)).toEqual([refund.id])
  })

  test('a refund that waits for a batch to close is unresolved an hour after the bank has stopped answering', async () => {
    const refund = await waitingRefund()
    const later = process(harness)
    await later(10 * minutes, 3)
    inquiries = { kind: 'answer_lost' }
    await later(10 * minutes, 12)
    expect(await list(harness)).toEqual([refund.id])
  })
})

describe('after a power cut of a night', () => {
  test('after a power cut of a night a capture is not given up at the first pass, but an hour later', async () => {
    const { id } = await harness.intent({ capture: false })
    const { payment } = mustOf(await harness.pay(id))
    harness.processor.capture = async () => ({ outcome: 'unknown' })
    mustOf(await harness.capture(id))
    harness.clock.advance(9 * hours)
    const restarted = await harness.restart()
    restarted.processor.capture = async () => ({ outcome: 'unknown' })
    const unresolved = async () => {
      const page = mustOf(await restarted.call('payments.list_unresolved')) as Page<Payment>
      return page.data.map((found) => found.id)
    }
    const later = process(restarted)
    await later(5 * seconds, 3)
    expect(await unresolved()).toEqual([])
    await later(10 * minutes, 9)
    expect(await unresolved()).toEqual([payment.id])
  })

  test('after a power cut of a night a refund is not given up at the first pass, and is sent once the bank is reached', async () => {
    const refunds = openRefundHarness(harness)
    const { id } = await refunds.paid(1000)
    harness.processor.refund = async () => ({ outcome: 'unknown' })
    const refund = mustOf(await refunds.refund(id, { amount: 400 }))
    harness.clock.advance(9 * hours)
    const restarted = await harness.restart()
    inquiries = { kind: 'answer_lost' }
    await process(restarted)(5 * seconds, 3)
    inquiries = { kind: 'none' }
    expect(await list(restarted)).toEqual([])
    await isPaidBack(restarted, refund)
  })
})
