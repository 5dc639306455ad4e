import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { abandonIntent } from '../../../../src-main/sale/void-intent.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import { at } from '../../shared/pos/transition/sale-fixtures.ts'
import { quietLog } from '../support/service.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: new Date(at) })
  onTestFinished(() => void vi.useRealTimers())
})

/** Leaves a sale without an answer to its creation, which the service delays. */
function leave(left: { readonly left_at?: string }) {
  let isThere = false
  let looks = 0
  let isOver = false
  const closed = new AbortController()
  const cancelled: string[] = []
  const call = async (name: string, { params }: { readonly params?: { readonly id: string } }) => {
    if (name === 'payment_intents.search') {
      looks += 1
      return {
        ok: true,
        value: { data: isThere ? [{ id: 'pi_1', reference_id: 'sale_1', status: 'created' }] : [] },
      }
    }
    cancelled.push(`${name} ${params?.id}`)
    return { ok: true, value: { status: 'cancelled', latest_payment: null } }
  }
  const client = () => ({ call }) as unknown as Client
  const effect = { kind: 'cancel_intent', sale_id: 'sale_1', intent_id: null, ...left } as const
  const ended = abandonIntent({ client, log: quietLog, stopped: closed.signal }, effect).then(() => {
    isOver = true
  })
  return {
    cancelled,
    looks: () => looks,
    isOver: () => isOver,
    async counterCloses() {
      closed.abort()
      await expect(ended).rejects.toThrow()
    },
    arrives() {
      isThere = true
    },
  }
}

test('the intent of a sale that was left is closed even if the service creates it hours later', async () => {
  const { cancelled, looks, isOver, arrives } = leave({ left_at: at })
  await vi.advanceTimersByTimeAsync(5 * hourMs)
  expect(isOver()).toBe(false)
  // With few requests.
  expect(looks()).toBeLessThan(40)
  arrives()
  await vi.advanceTimersByTimeAsync(11 * minuteMs)
  expect(cancelled).toEqual(['payment_intents.cancel pi_1'])
  expect(isOver()).toBe(true)
})

test('an intent that has not appeared within a day is no longer looked up, also after a restart', async () => {
  const { isOver } = leave({ left_at: at })
  await vi.advanceTimersByTimeAsync(25 * hourMs)
  expect(isOver()).toBe(true)
  const next = leave({ left_at: at })
  await vi.advanceTimersByTimeAsync(3 * minuteMs)
  expect(next.isOver()).toBe(true)
})

test.each([
  ['forward', 3 * 24],
  ['back', -3 * 24],
])('a clock that is set %s changes nothing in that', async (_, hours) => {
  const { looks, isOver } = leave({ left_at: at })
  await vi.advanceTimersByTimeAsync(minuteMs)
  vi.setSystemTime(Date.now() + hours * hourMs)
  await vi.advanceTimersByTimeAsync(23 * hourMs)
  expect(isOver()).toBe(false)
  expect(looks()).toBeGreaterThan(100)
  await vi.advanceTimersByTimeAsync(2 * hourMs)
  expect(isOver()).toBe(true)
})

test('an intent left by an earlier version, without a time, is looked up for some minutes', async () => {
  const { isOver } = leave({})
  await vi.advanceTimersByTimeAsync(3 * minuteMs)
  expect(isOver()).toBe(true)
})

test('no intent is looked up after its counter has closed, and it does not count as closed', async () => {
  const { cancelled, looks, isOver, arrives, counterCloses } = leave({ left_at: at })
  await vi.advanceTimersByTimeAsync(hourMs)
  const before = looks()
  await counterCloses()
  arrives()
  await vi.advanceTimersByTimeAsync(5 * hourMs)
  expect(looks()).toBe(before)
  expect(cancelled).toEqual([])
  expect(isOver()).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
})

test('an answer that comes after the counter has closed is followed by no request', async () => {
  const closed = new AbortController()
  const asked: string[] = []
  const call = async (name: string) => {
    asked.push(name)
    closed.abort()
    return { ok: true, value: { data: [{ id: 'pi_1', reference_id: 'sale_1', status: 'created' }] } }
  }
  const client = () => ({ call }) as unknown as Client
  const effect = { kind: 'cancel_intent', sale_id: 'sale_1', intent_id: null, left_at: at } as const
  await expect(abandonIntent({ client, log: quietLog, stopped: closed.signal }, effect)).rejects.toThrow()
  expect(asked).toEqual(['payment_intents.search'])
})
