import { expect, onTestFinished, test } from 'vitest'
import { must } from '../../../support/must.ts'
import { hsn, losing, pay, startManagerHarness } from '../support/manager.ts'
import { startTestService, until } from '../support/service.ts'

test('after the clock was set back, an action without an answer is looked up and not sent again', async () => {
  const service = await startTestService()
  onTestFinished(() => service.stop())
  await service.plug({ hsn })
  const payment = await pay(service, 5000)
  const before = await startManagerHarness(service, { fate: losing(/POST .*\/refunds$/, 'never_arrives') })
  const { payment_intent_id: intent_id, id: payment_id } = payment
  await must(before.act({ kind: 'refund', intent_id, payment_id, amount: 700 }))
  await before.stop()
  // Its age is unknown, and with it whether the service still has its key.
  const earlier = Date.now() - 60_000
  const harness = await startManagerHarness(service, {
    journal: before.journal,
    now: () => earlier,
    pauseMs: () => 20,
  })
  onTestFinished(() => harness.stop())
  const action = () => harness.status().actions[0]
  await until(
    () => action()?.tries ?? 0,
    (tries) => tries >= 3,
  )
  expect(action()).toMatchObject({ state: 'checking', amount: 700 })
  expect(harness.sent.filter((request) => request.startsWith('POST'))).toEqual([])
})
