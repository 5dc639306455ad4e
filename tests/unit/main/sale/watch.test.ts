import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startGivenBackWatch } from '../../../../src-main/sale/given-back-watch.ts'
import { startRestoredWatch } from '../../../../src-main/sale/restored-watch.ts'
import { startTabWatch } from '../../../../src-main/sale/tab-watch.ts'
import { startWatch } from '../../../../src-main/sale/watch.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { Tab } from '../../../../src-shared/pos/bill/tab.ts'
import type { SaleState } from '../../../../src-shared/pos/sale/sale.ts'
import { err, ok } from '../../../../src-shared/result.ts'
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
  const withKey = () => ({ call }) as unknown as Client
  let client = withKey()
  return {
    client: () => client,
    asked: () => asked,
    changeKey() {
      client = withKey()
    },
  }
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

const asking: readonly [string, (client: () => Client) => () => void][] = [
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
  ['what was given back of an open bill', (client) => givenBackWatch(client)],
  [
    'restored bills',
    (client) =>
      startRestoredWatch({
        counter: { bill: () => restored, state: () => ({ kind: 'ready' }), aside: () => [] },
        billsHere: () => [restored],
        ...{ client, onSeen, log: quietLog },
      }),
  ],
]

/** Watches the bill that was paid in part before the start. */
const givenBackWatch = (
  client: () => Client,
  onUnknown: (ids: readonly string[]) => void = () => undefined,
  sale: () => SaleState = () => ({ kind: 'ready' }),
) =>
  startGivenBackWatch({
    counter: () => ({ ...atCounter(paid), sale: sale() }),
    billsHere: () => [paid],
    ...{ client, onSeen, onUnknown, log: quietLog },
  })

test.each(asking)('with another key, a service is asked for %s at once', async (_, start) => {
  const { client, asked, changeKey } = knowingNothing()
  const stop = start(client)
  await vi.advanceTimersByTimeAsync(10_000)
  const before = asked()
  changeKey()
  await vi.advanceTimersByTimeAsync(pauseMs)
  expect(asked() - before).toBe(before)
  stop()
})

describe('what may have been given back of a bill while the counter was closed', () => {
  const unknown = (answer: () => unknown, sale?: () => SaleState) => {
    const found: (readonly string[])[] = []
    const call = async (name: string) => (name === 'payment_intents.get' ? answer() : ok({ data: [] }))
    const client = { call } as unknown as Client
    return {
      found,
      stop: givenBackWatch(
        () => client,
        (ids) => found.push(ids),
        sale,
      ),
    }
  }
  const shown = {
    ...{ status: 'captured', amount_refunded: 0, amount_reversed: 0 },
    latest_payment: { id: 'pmt_1', amount_refunded: 0, amount_reversed: 0 },
  }

  test('is unknown until the service has shown it', async () => {
    let isAway = true
    const { found, stop } = unknown(() =>
      isAway ? err({ kind: 'no_answer', reason: 'socket hang up' }) : ok(shown),
    )
    await vi.advanceTimersByTimeAsync(10_000)
    expect(found).toEqual([[facts().id]])
    isAway = false
    await vi.advanceTimersByTimeAsync(pauseMs)
    expect(found).toEqual([[facts().id], []])
    stop()
  })

  test('is not reported as unknown if the service shows it at the first look', async () => {
    const { found, stop } = unknown(() => ok(shown))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(found).toEqual([])
    stop()
  })

  test('is reported while the service has the question and does not answer', async () => {
    const { found, stop } = unknown(() => new Promise(() => undefined))
    await vi.advanceTimersByTimeAsync(pauseMs)
    expect(found).toEqual([[facts().id]])
    stop()
  })

  test('is known once the service has shown it, also while the next card of the bill is charged', async () => {
    let sale: SaleState = { kind: 'ready' }
    const { found, stop } = unknown(
      () => ok(shown),
      () => sale,
    )
    await vi.advanceTimersByTimeAsync(pauseMs)
    sale = { kind: 'creating', sale: facts({ id: 'sale_next' }) }
    await vi.advanceTimersByTimeAsync(10_000)
    expect(found).toEqual([])
    stop()
  })

  test('stays unknown if the service refuses to show it', async () => {
    const { found, stop } = unknown(() => {
      const error = { type: 'authentication', code: 'api_key_invalid', message: 'Unknown key.' }
      return err({ kind: 'refused', status: 401, error })
    })
    await vi.advanceTimersByTimeAsync(200_000)
    expect(found).toEqual([[facts().id]])
    stop()
  })
})

test.each(asking)(
  'a service that does not know a payment is asked for %s once a minute',
  async (_, start) => {
    const { client, asked } = knowingNothing()
    const stop = start(client)
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(asked()).toBeGreaterThanOrEqual(10)
    expect(asked()).toBeLessThanOrEqual(11)
    stop()
  },
)
