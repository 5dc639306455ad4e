import { afterAll, beforeAll, expect, test } from 'vitest'
import { serviceFacts } from '../../../../src-main/reports/service-facts.ts'
import { must } from '../../../support/must.ts'
import { hsn, pay } from '../support/manager.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.plug({ hsn })
})
afterAll(() => service.stop())

test('amounts taken back by disputes and reversals are not fees of a report', async () => {
  const { client } = service
  const [disputed, reversed] = [await pay(service, 5_000), await pay(service, 3_000)]
  await must(client.call('sandbox.payments.dispute', { params: { id: disputed.id }, body: {} }))
  await must(client.call('sandbox.payments.reverse', { params: { id: reversed.id }, body: {} }))
  const { data } = await must(client.call('fees.list', { query: {} }))
  const fees = data.filter(({ fee_type }) => fee_type !== 'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT')
  expect([data.length, fees.length]).toEqual([4, 2])
  const booked = data.map(({ created_at }) => Date.parse(created_at))
  const period = { from: Math.min(...booked) - 1, to: Math.max(...booked) + 1 }
  const facts = await must(serviceFacts(() => client, period, []))
  expect(facts.fees).toBe(fees.reduce((sum, { amount }) => sum + amount, 0))
})

test('an empty period, as of a new counter, has no payments and is not refused', async () => {
  await pay(service, 700)
  const now = Date.now()
  const facts = await must(serviceFacts(() => service.client, { from: now, to: now }, []))
  expect(facts.payments).toEqual([])
})
