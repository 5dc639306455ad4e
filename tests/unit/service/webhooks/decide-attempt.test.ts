import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterAttempt,
  endpointAfter,
  failingLimitMs,
  retryDelaysMs,
} from '../../../../src-service/webhooks/decide-attempt.ts'
import type { DeliveryDocument, EndpointDocument } from '../../../../src-service/webhooks/documents.ts'

const start = Date.UTC(2026, 0, 1)
const delivery: DeliveryDocument = {
  ...{ endpoint_id: 'we_1', event_id: 'evt_1', status: 'pending', due_at: start + 30_000 },
  ...{ tries: 0, attempts: [] },
}
const sealed = { key_id: 'k', iv: '', ciphertext: '' }
const endpoint: EndpointDocument = {
  ...{ tenant_id: 'ten_1', partner_id: null, business_id: null, account_id: null },
  ...{ url: 'https://example.com/', description: null, event_types: ['*'], status: 'enabled' },
  ...{ disabled_reason: null, failing_since: null, secret: sealed, previous_secret: null },
}
const answered = (status: number) => ({ outcome: 'answered', status }) as const

test('a delivery that always fails is tried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h', () => {
  const waits: number[] = []
  let now = start
  let current = delivery
  while (current.status === 'pending') {
    const tried = { answer: answered(500), at: now, durationMs: 1, jitter: 0 }
    current = afterAttempt(current, tried, now)
    if (current.due_at === null) break
    waits.push((current.due_at - now) / 1000)
    now = current.due_at
  }
  const hours = [2, 5, 10, 14, 20, 24].map((count) => count * 3600)
  expect(waits).toEqual([5, 300, 1800, ...hours])
  expect(current).toMatchObject({ status: 'failed', due_at: null, tries: 10 })
  expect(current.attempts).toHaveLength(10)
})

test('a delivery is tried a little later than the schedule says, never earlier', () => {
  fc.assert(
    fc.property(fc.nat(8), fc.double({ min: 0, max: 0.999, noNaN: true }), (tries, jitter) => {
      const tried = { answer: answered(503), at: start, durationMs: 1, jitter }
      const { due_at } = afterAttempt({ ...delivery, tries }, tried, start)
      const delay = retryDelaysMs[tries] ?? 0
      expect(due_at).toBeGreaterThanOrEqual(start + delay)
      expect(due_at).toBeLessThanOrEqual(start + delay * 1.1)
    }),
  )
})

test.each([200, 201, 204, 299])('an answer of %s counts as delivered', (status) => {
  const tried = { answer: answered(status), at: start, durationMs: 7, jitter: 0 }
  expect(afterAttempt(delivery, tried, start)).toMatchObject({
    status: 'delivered',
    due_at: null,
    attempts: [{ status_code: status, error: null, duration_ms: 7 }],
  })
})

test.each([100, 301, 302, 307, 308, 400, 401, 404, 429, 500, 503])(
  'an answer of %s counts as a failure, and is tried again',
  (status) => {
    const tried = { answer: answered(status), at: start, durationMs: 7, jitter: 0 }
    expect(afterAttempt(delivery, tried, start)).toMatchObject({ status: 'pending', due_at: start + 5000 })
  },
)

test('an endpoint is disabled when it has failed for five days without a success, and not before', () => {
  const failing = endpointAfter(endpoint, answered(500), start)
  expect(failing).toMatchObject({ status: 'enabled', failing_since: start })
  expect(endpointAfter(failing, answered(500), start + failingLimitMs - 1)).toBe(failing)
  const disabled = endpointAfter(failing, answered(500), start + failingLimitMs)
  expect(disabled).toMatchObject({ status: 'disabled', disabled_reason: 'failing' })
  const recovered = endpointAfter(failing, answered(200), start + failingLimitMs)
  expect(recovered).toMatchObject({ status: 'enabled', failing_since: null })
  expect(endpointAfter(endpoint, answered(200), start)).toBe(endpoint)
})

test('an endpoint that answers 410 is disabled at once, and stays disabled', () => {
  const gone = endpointAfter(endpoint, answered(410), start)
  expect(gone).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
  expect(endpointAfter(gone, answered(200), start)).toBe(gone)
})
