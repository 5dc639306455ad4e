import { expect, onTestFinished, test } from 'vitest'
import type { Client } from '../../../../src-shared/api/client.ts'
import { openCounterHarness } from '../support/counter-harness.ts'
import { startTestService, until } from '../support/service.ts'

async function open(changed: (client: Client) => Client) {
  const service = await startTestService()
  onTestFinished(() => service.stop())
  const access = { ...service.access, client: changed(service.access.client) }
  const counter = await openCounterHarness({ access: () => access, accountId: access.accountId, hsn: null })
  onTestFinished(() => counter.stop())
  return counter
}

test('a counter at a service without gift cards offers none, and asks once', async () => {
  let asked = 0
  const missing = {
    ok: false,
    error: { kind: 'refused', status: 404, error: { code: 'route_not_found', message: 'no such route' } },
  }
  const counter = await open((client) => {
    const call = (name: string, input: never) => {
      if (!name.startsWith('gift_cards.')) return client.call(name as never, input)
      asked += 1
      return Promise.resolve(missing)
    }
    return { ...client, call } as never
  })
  await (await counter.giftCards()).probe()
  await until(
    () => asked,
    (times) => times > 0,
  )
  await (await counter.giftCards()).probe()
  expect([counter.snapshot().gift_cards.offered, asked]).toEqual([false, 1])
})

test('a counter at a service with gift cards offers them', async () => {
  const counter = await open((client) => client)
  await until(
    () => counter.snapshot().gift_cards.offered,
    (offered) => offered,
  )
})
