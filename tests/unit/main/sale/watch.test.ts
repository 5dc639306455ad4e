import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startGivenBackWatch } from '../../../../src-main/sale/given-back-watch.ts'
import { startRestoredWatch } from '../../../../src-main/sale/restored-watch.ts'
import { startTabWatch } from '../../../../src-main/sale/tab-watch.ts'
import { startWatch } from '../../../../src-main/sale/watch.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { Tab } from '../../../../src-shared/pos/bill/tab.ts'
import { billsOf } from '../../../pictures/bills.ts'
import { at, facts, payment } from '../../shared/pos/transition/sale-fixtures.ts'
import { quietLog } from '../support/service.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pauseMs = 2_000
const onError = (error: unknown) => {
  throw error
}

test('a watch stops its timer once its goal is reached, and starts none if it is reached already', async () => {
  let left = 2
  let looks = 0
  const look = async () => {
    looks++
    left--
  }
  startWatch({ look, pauseMs, isOver: () => left === 0, onError })
  await vi.advanceTimersByTimeAsync(10 * pauseMs)
  expect([looks, vi.getTimerCount()]).toEqual([2, 0])
  startWatch({ look, pauseMs, isOver: () => true, onError })
  await vi.advanceTimersByTimeAsync(10 * pauseMs)
  expect([looks, vi.getTimerCount()]).toEqual([2, 0])
})

test('a watch without a goal runs until it is stopped', async () => {
  let looks = 0
  const stop = startWatch({ look: async () => void looks++, pauseMs, onError })
  await vi.advanceTimersByTimeAsync(3 * pauseMs)
  expect(looks).toBe(4)
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

/** A service that knows nothing of what it is asked, and counts the questions. */
function knowingNothing() {
  let asked = 0
  const call = async () => {
    asked += 1
    const error = { type: 'not_found', code: 'resource_missing', message: 'There is none.' }
    return { ok: false, error: { kind: 'refused', status: 404, error } }
  }
  return { client: () => ({ call }) as unknown as Client, asked: () => asked }
}

const card: Bill['tenders'][number] = {
  ...({ kind: 'card', status: 'paid', amount: 1_234, tip: 0, surcharge: 0 } as const),
  ...{ sale: facts(), payment: payment() },
}
const { open } = billsOf(facts(), payment())
const paid: Bill = { ...open, tenders: [card] }
const restored: Bill = { ...paid, restored: { seen: false } as NonNullable<Bill['restored']> }
const atCounter = (bill: Bill) => ({ bill, sale: { kind: 'ready' } as const, aside: [] })
const onSeen = () => true

test.each<[string, (client: () => Client) => () => void]>([
  [
    'tabs',
    (client) => {
      const tab: Tab = {
        ...{ sale: facts({ intent_id: 'pi_a' }), payment: payment({ status: 'uncaptured' }), opened_at: at },
        ...{ status: 'unknown', rounds: [] },
      }
      return startTabWatch({ tabs: () => [tab], client, onSeen, log: quietLog })
    },
  ],
  [
    'what was given back of an open bill',
    (client) => startGivenBackWatch({ counter: () => atCounter(paid), client, onSeen, log: quietLog }),
  ],
  [
    'restored bills',
    (client) =>
      startRestoredWatch({
        counter: { bill: () => restored, state: () => ({ kind: 'ready' }), aside: () => [] },
        billsHere: () => [restored],
        ...{ client, onSeen, log: quietLog },
      }),
  ],
])('a service that does not know a payment is asked for %s once a minute', async (_, start) => {
  const { client, asked } = knowingNothing()
  const stop = start(client)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(asked()).toBeGreaterThanOrEqual(10)
  expect(asked()).toBeLessThanOrEqual(11)
  stop()
})
