import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startReceiver, verify } from '../../../../docs/examples/webhooks/receive.mjs'
import { newSecret } from '../../../../src-service/webhooks/endpoint-rules.ts'
import { signedWebhook } from '../../../../src-service/webhooks/sign.ts'

const event = {
  id: 'evt_1',
  type: 'v2.payment.captured' as const,
  created_at: '2026-01-31T12:00:00.000Z',
  sequence: 3,
  data: { object: { id: 'pmt_1', description: 'Café, 2 × 4,50 €' } },
}
const secret = newSecret()
// The example reads only these fields of the object.
const signed = (secrets: readonly string[] = [secret], id = event.id) =>
  signedWebhook({ ...event, id } as never, secrets)

let receiver: Awaited<ReturnType<typeof startReceiver>>
let handled: string[]
beforeEach(async () => {
  handled = []
  receiver = await startReceiver({
    secret,
    handle: ({ id, data }) => handled.push(`${id} ${data.object.id}`),
  })
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => receiver.stop())

const post = async ({ headers, body }: ReturnType<typeof signed>) =>
  (await fetch(receiver.url, { method: 'POST', headers, body })).status

test('the example in the documents takes what the service signs, and handles each event once', async () => {
  expect(await post(signed())).toBe(204)
  expect(await post(signed())).toBe(204)
  expect(await post(signed([secret], 'evt_2'))).toBe(204)
  expect(handled).toEqual(['evt_1 pmt_1', 'evt_2 pmt_1'])
})

test('the example takes a webhook that is signed with an old and a new secret', () => {
  const { headers, body } = signed([newSecret(), secret])
  expect(verify(secret, headers, body)).toEqual(event)
})

test('the example refuses a changed body, another secret, another id, a missing signature and an old webhook', async () => {
  const { headers, body } = signed()
  const refused = [
    { headers, body: body.replace('pmt_1', 'pmt_2') },
    signed([newSecret()]),
    { headers: { ...headers, 'webhook-id': 'evt_9' }, body },
    { headers: { ...headers, 'webhook-signature': '' }, body },
    { headers: { ...headers, 'webhook-signature': 'v1,' }, body },
    { headers: { ...headers, 'webhook-timestamp': '' }, body },
    { headers: { ...headers, 'webhook-timestamp': 'yesterday' }, body },
  ]
  for (const webhook of refused) expect(await post(webhook)).toBe(400)
  vi.useFakeTimers({ now: Date.now() + 301_000, toFake: ['Date'] })
  expect(() => verify(secret, headers, body)).toThrow('too old')
  vi.useRealTimers()
  expect(handled).toEqual([])
})

test('the example reads no body that is too large for a webhook, even a signed one', async () => {
  const large = { ...event, data: { object: { id: 'x'.repeat(4_100_000) } } }
  const { headers, body } = signedWebhook(large as never, [secret])
  const answer = await post({ headers, body }).catch(() => 'cut off')
  expect([400, 'cut off']).toContain(answer)
  expect(handled).toEqual([])
})
