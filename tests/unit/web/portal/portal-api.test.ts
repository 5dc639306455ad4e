import { expect, test } from 'vitest'
import { err, ok } from '../../../../src-shared/result.ts'
import type { askService } from '../../../../src-web/components/ask-service.ts'
import { createPortalApi, newKey } from '../../../../src-web/portal/portal-api.ts'

type Ask = typeof askService
const answering = (answer: unknown) => {
  const sent: { readonly path: string; readonly request: RequestInit }[] = []
  const ask = (async (path: string, request: RequestInit) => {
    sent.push({ path, request })
    return answer
  }) as Ask
  return { sent, ask }
}

test('a page calls its own service by cookie, with a relative address, and sends its scope', async () => {
  const { sent, ask } = answering(ok({}))
  const api = createPortalApi(() => undefined, ask)
  await api.call('refunds.create', {
    params: { id: 'pmt/1' },
    body: { amount: 5 },
    accountId: 'acct_1',
    businessId: null,
    idempotencyKey: 'a-key-of-this-refund',
  })
  await api.call('events.list', {
    query: { limit: 20, starting_after: undefined, webhook_endpoint_id: 'we_1' },
  })
  expect(sent).toEqual([
    {
      path: '../payments/pmt%2F1/refunds',
      request: {
        method: 'POST',
        credentials: 'same-origin',
        headers: {
          'content-type': 'application/json',
          'x-account-id': 'acct_1',
          'x-idempotency-key': 'a-key-of-this-refund',
        },
        body: '{"amount":5}',
      },
    },
    {
      path: '../events?limit=20&webhook_endpoint_id=we_1',
      request: { method: 'GET', credentials: 'same-origin', headers: {} },
    },
  ])
})

test.each([
  ['the end of its session', 'session_ended', 1],
  ['anything else', 'permission_denied', 0],
] as const)(
  'the session-end callback of a page runs only when the session has ended: %s',
  async (_, code, times) => {
    let ends = 0
    const { ask } = answering(err({ kind: 'refused', status: 401, code, params: [] }))
    const api = createPortalApi(() => {
      ends += 1
    }, ask)
    expect((await api.call('user_sessions.current', {})).ok).toBe(false)
    expect(ends).toBe(times)
  },
)

test('the key of an action is long enough, and always different', () => {
  const keys = new Set(Array.from({ length: 50 }, newKey))
  expect(keys.size).toBe(50)
  for (const key of keys) expect(key).toMatch(/^portal_[0-9a-f]{32}$/)
})
