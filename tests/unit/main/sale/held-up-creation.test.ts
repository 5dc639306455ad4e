import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { abandonIntent } from '../../../../src-main/sale/closing.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import { at } from '../../shared/pos/transition/sale-fixtures.ts'
import { quietLog } from '../support/service.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date(at) })
  onTestFinished(() => void vi.useRealTimers())
})

/** Leaves a sale without an answer to its creation, which the service delays. */
function leave(left: { readonly left_at?: string }) {
  let isThere = false
  let looks = 0
  let isOver = false
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
  void abandonIntent({ client, log: quietLog }, effect).then(() => {
    isOver = true
  })
  return {
    cancelled,
    looks: () => looks,
    isOver: () => isOver,
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

test('an intent left by an earlier version, without a time, is looked up for some minutes', async () => {
  const { isOver } = leave({})
  await vi.advanceTimersByTimeAsync(3 * minuteMs)
  expect(isOver()).toBe(true)
})
