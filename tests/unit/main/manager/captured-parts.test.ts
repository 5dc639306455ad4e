import { afterEach, beforeEach, expect, test } from 'vitest'
import { must } from '../../../support/must.ts'
import { hsn, pay, startManagerHarness } from '../support/manager.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
  await service.plug({ hsn })
})
afterEach(() => service.stop())

test('a manager captures with another tip, which may not exceed the captured amount', async () => {
  const harness = await startManagerHarness(service)
  try {
    const payment = await pay(service, 5000, { capture: false, tip_amount: 500 })
    const asked = {
      kind: 'capture',
      intent_id: payment.payment_intent_id,
      payment_id: null,
      amount: 4700,
    } as const
    expect(await harness.act({ ...asked, tip_amount: 4701 })).toMatchObject({
      ok: false,
      error: { code: 'not_now' },
    })
    const begun = await must(harness.act({ ...asked, tip_amount: 700, reason: 'On paper' }))
    const done = await harness.end(begun.action_id)
    expect(done).toMatchObject({ state: 'done', amount: 4700, tip_amount: 700, reason: 'On paper' })
    expect(
      await must(service.client.call('payment_intents.get', { params: { id: payment.payment_intent_id } })),
    ).toMatchObject({
      status: 'captured',
      amount_captured: 4700,
      tip_amount: 700,
    })
  } finally {
    await harness.stop()
  }
})

test('a partial capture includes a proportional part of the surcharge', async () => {
  const harness = await startManagerHarness(service)
  try {
    const payment = await pay(service, 10_300, { capture: false, surcharge_amount: 300 })
    const id = payment.payment_intent_id
    const begun = await must(harness.act({ kind: 'capture', intent_id: id, payment_id: null, amount: 5_150 }))
    expect(await harness.end(begun.action_id)).toMatchObject({ state: 'done', surcharge_amount: 150 })
    expect(await must(service.client.call('payment_intents.get', { params: { id } }))).toMatchObject({
      status: 'captured',
      amount_captured: 5_150,
      surcharge_amount: 150,
    })
  } finally {
    await harness.stop()
  }
})
