import { describe, expect, onTestFinished, test } from 'vitest'
import { must } from '../../../support/must.ts'
import { type Fate, hsn, losing, pay, startManagerHarness } from '../support/manager.ts'
import { startTestService, until } from '../support/service.ts'

test('after the clock was set back, an action is not sent again if the service does not send its time', async () => {
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
    serviceAheadMs: null,
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

/**
 * The answer of a refund is lost; two hours later, when the service has forgotten its key, the computer's clock has been
 * set back, so that ten minutes seem to have passed.
 */
describe('a refund that was carried out, after the clock was set back by nearly two hours', () => {
  const hourMs = 3_600_000

  async function restartedLater(fate: (request: string) => Fate) {
    const service = await startTestService()
    onTestFinished(() => service.stop())
    await service.plug({ hsn })
    const { id: payment_id, payment_intent_id: intent_id } = await pay(service, 5000)
    const lost = losing(/POST .*\/refunds$/, 'lost')
    const before = await startManagerHarness(service, {
      fate: (request) => (lost(request) === 'lost' ? 'lost' : fate(request)),
    })
    await must(before.act({ kind: 'refund', intent_id, payment_id, amount: 700 }))
    await before.stop()
    await service.advance(2 * 3600)
    const harness = await startManagerHarness(service, {
      ...{ fate, journal: before.journal, pauseMs: () => 20 },
      now: () => Date.now() + hourMs / 6,
      serviceAheadMs: 2 * hourMs,
    })
    onTestFinished(() => harness.stop())
    return harness.end(harness.status().actions[0]?.id ?? '')
  }

  test('is not reported as refused', async () => {
    expect(await restartedLater(() => 'answered')).toMatchObject({ state: 'done' })
  })

  test('is left to a person where the service does not list refunds', async () => {
    const ended = await restartedLater((request) =>
      /GET .*\/refunds\b/.test(request) ? 'unknown' : 'answered',
    )
    expect(ended).toMatchObject({
      state: 'unresolved',
      detail: expect.stringContaining('More of the payment'),
    })
  })
})
