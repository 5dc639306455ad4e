import { describe, expect, test } from 'vitest'
import type { DeliveryDocument } from '../../src-service/webhooks/documents.ts'
import { poll, webhooksOfFile } from './support/webhooks-of-file.ts'

const { service, must, listener } = webhooksOfFile()

/** An endpoint whose first webhook has no answer yet, while the second one waits in the same queue. */
async function oneUnderWay(path: string) {
  let release: (status: number) => void = () => {}
  listener.answer(
    path,
    new Promise((resolve) => {
      release = resolve
    }),
  )
  const body = { url: listener.url(path), event_types: ['v2.payment_intent.created'] }
  const { id, secret } = await must('webhook_endpoints.create', { body })
  const endpoint = { path: `/webhook_endpoints/${id}` }
  await must('payment_intents.create', { body: { amount: 100 } })
  await expect.poll(() => listener.received(path).length, poll).toBe(1)
  await must('payment_intents.create', { body: { amount: 200 } })
  const deliveries = async () => {
    const where = [{ column: 'endpoint_id', is: '=', value: id }] as const
    const rows = await service.services.store.list<DeliveryDocument>('webhook_delivery', { where, limit: 9 })
    return rows.map(({ document }) => document.status)
  }
  await expect.poll(deliveries, poll).toEqual(['pending', 'pending'])
  return { endpoint, secret: secret ?? '', deliveries, release: () => release(200) }
}

describe('a webhook that waits behind another one', () => {
  test.each([
    ['disabled', 'webhook_endpoints.update', { body: { status: 'disabled' } }],
    ['deleted', 'webhook_endpoints.delete', {}],
  ] as const)(
    'a webhook that waits behind another one is cancelled when its endpoint is %s',
    async (how, change, request) => {
      const path = `/${how}`
      const { endpoint, deliveries, release } = await oneUnderWay(path)
      await must(change, { ...endpoint, ...request })
      release()
      await expect.poll(deliveries, poll).toEqual(['cancelled', 'delivered'])
      expect(listener.received(path)).toHaveLength(1)
    },
  )

  test('a webhook that waits behind another one goes to the new address, signed with the new secret only', async () => {
    const { endpoint, secret, deliveries, release } = await oneUnderWay('/former')
    const url = listener.url('/present')
    const body = { url, rotate_secret: { overlap_seconds: 0 } }
    const rotated = await must('webhook_endpoints.update', { ...endpoint, body })
    release()
    await expect.poll(deliveries, poll).toEqual(['delivered', 'delivered'])
    expect(listener.received('/former')).toHaveLength(1)
    const [webhook] = listener.verified('/present', rotated.secret ?? '')
    expect(webhook?.data.object.amount).toBe(200)
    expect(() => listener.verified('/present', secret)).toThrow()
  })
})
