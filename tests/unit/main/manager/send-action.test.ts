import { expect, test } from 'vitest'
import { askWhoseRefund, send } from '../../../../src-main/manager/send-action.ts'
import { createClient } from '../../../../src-shared/api/client.ts'
import { actions } from '../../../pictures/manager-actions.ts'

const splits = [{ account_id: 'ctrct_1', amount: 200 }]

test.each([
  [
    'a refund names what contractors give back',
    { refund_splits: splits },
    { amount: 500, refund_splits: splits },
  ],
  ['a refund that nobody shares names no contractor', {}, { amount: 500 }],
  [
    'a refund holds only while so much is refunded as was read',
    {
      before: {
        intent_status: 'captured' as const,
        refund_ids: [],
        amount_refunded: 300,
        is_condition: true as const,
      },
    },
    { amount: 500, if_amount_refunded: 300 },
  ],
  [
    'a refund that an earlier version had sent is repeated as it was',
    { before: { intent_status: 'captured' as const, refund_ids: [], amount_refunded: 300 } },
    { amount: 500 },
  ],
  [
    'a capture with another tip sends it beside the amount',
    { kind: 'capture' as const, tip_amount: 120 },
    { amount: 500, payment_data: { tip_amount: 120 } },
  ],
  [
    'a capture of a part sends the surcharge that it lowers',
    { kind: 'capture' as const, surcharge_amount: 14 },
    { amount: 500, payment_data: { surcharge_amount: 14 } },
  ],
  ['a capture whose tip stays sends the amount alone', { kind: 'capture' as const }, { amount: 500 }],
])('%s', async (_what, changes, body) => {
  const sent: unknown[] = []
  const client = createClient({
    baseUrl: 'http://127.0.0.1:1',
    apiKey: 'sk_test',
    accountId: 'acct_1',
    fetch: async (_input, init) => {
      sent.push(JSON.parse(String(init?.body)))
      throw new TypeError('fetch failed')
    },
  })
  const action = { ...actions.sending, before: null, refund_id: null, refusals: 0, ...changes }
  expect(await send(() => client, action)).toMatchObject({ kind: 'unknown' })
  expect(sent[0]).toEqual(body)
})

test('a service that does not support the condition gets the request without it, under another idempotency key', async () => {
  const sent: { readonly key: string | null; readonly body: unknown }[] = []
  const client = createClient({
    baseUrl: 'http://127.0.0.1:1',
    apiKey: 'sk_test',
    accountId: 'acct_1',
    fetch: async (_input, init) => {
      sent.push({
        key: new Headers(init?.headers).get('x-idempotency-key'),
        body: JSON.parse(String(init?.body)),
      })
      if (sent.length === 2) throw new TypeError('fetch failed')
      const error = { type: 'invalid_request', code: 'parameter_unknown', message: 'no such field' }
      return Response.json({ error: { ...error, request_id: 'req_1' } }, { status: 400 })
    },
  })
  const before = {
    intent_status: 'captured' as const,
    refund_ids: [],
    amount_refunded: 0,
    is_condition: true as const,
  }
  const action = { ...actions.sending, before, refund_id: null, refusals: 0 }
  expect(await send(() => client, action)).toMatchObject({ kind: 'unknown' })
  const key = `${action.id}-refund`
  expect(sent).toEqual([
    { key, body: { amount: 500, if_amount_refunded: 0 } },
    { key: `${key}-plain`, body: { amount: 500 } },
  ])
})

test.each([
  // Both are checked before the idempotency key: asked again later, the service may show it.
  [401, 'api_key_revoked', { kind: 'unknown' }],
  [403, 'permission_denied', { kind: 'unknown' }],
  [400, 'parameter_unknown', null],
  [400, 'idempotency_key_reused', { kind: 'unknown' }],
  [409, 'amount_refunded_changed', { kind: 'refused', detail: 'part_given_back' }],
])(
  'an answer of %i %s when asking whose refund it is proves only what it states, and nothing else is sent',
  async (status, code, shown) => {
    let asked = 0
    const client = createClient({
      baseUrl: 'http://127.0.0.1:1',
      apiKey: 'sk_test',
      accountId: 'acct_1',
      fetch: async () => {
        asked += 1
        const error = { type: 'invalid_request', code, message: 'no', request_id: 'req_1' }
        return Response.json({ error }, { status })
      },
    })
    const before = {
      intent_status: 'captured' as const,
      ...{ refund_ids: [], amount_refunded: 0, is_condition: true as const },
    }
    const action = { ...actions.sending, before, refund_id: null, refusals: 0 }
    const outcome = await askWhoseRefund(() => client, action)
    if (shown === null) expect(outcome).toBeNull()
    else expect(outcome).toMatchObject(shown)
    expect(asked).toBe(1)
  },
)

test.each([
  [400, 'refund_exceeds_amount', 'refused'],
  [401, 'api_key_revoked', 'refused'],
  [409, 'idempotency_in_progress', 'unknown'],
  [500, 'internal', 'unknown'],
  [503, 'disk_full', 'unknown'],
] as const)('an answer with status %i and code %s leaves the action %s', async (status, code, outcome) => {
  const client = createClient({
    baseUrl: 'http://127.0.0.1:1',
    apiKey: 'sk_test',
    accountId: 'acct_1',
    fetch: async () =>
      new Response(JSON.stringify({ error: { type: 'api', code, message: code, request_id: 'req_1' } }), {
        status,
        headers: { 'content-type': 'application/json' },
      }),
  })
  const action = { ...actions.sending, before: null, refund_id: null, refusals: 0 }
  expect(await send(() => client, action)).toMatchObject({ kind: outcome })
})
