import { describe, expect, test } from 'vitest'
import { attachTerminalDetails } from '../../../../src-service/authorize/authorize-card-present.ts'
import type { Signature } from '../../../../src-shared/api/schemas/payment.ts'
import { mustOf, openPaymentsHarness } from './payments-harness.ts'

const signature: Signature = {
  data: 'Qk0=',
  gzipped: false,
  image_type: 'binary',
  format: 'bmp',
  dimensions: { width: 1, height: 1 },
}

/**
 * A step continues with the rows that it wrote before it asked the bank. When the bank answers, they may have changed.
 */
describe('rows that change while the bank is asked', () => {
  const authorized = async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent({ capture: false })
    const { payment } = mustOf(await harness.pay(id))
    return { harness, id, payment }
  }

  test('are not overwritten by the answer', async () => {
    const { harness, id, payment } = await authorized()
    harness.processor.capture = async (...asked) => {
      const { services, caller } = harness
      mustOf(await attachTerminalDetails(services, caller.accountId, payment.id, { signature }))
      return harness.sandbox.capture(...asked)
    }
    expect(mustOf(await harness.capture(id))).toMatchObject({
      status: 'captured',
      latest_payment: { amount_captured: 1234, signature },
    })
    const [kept] = await harness.payments(id)
    expect(kept).toMatchObject({ status: 'captured', signature })
  })

  test('are returned to the client when the bank’s answer is unknown', async () => {
    const { harness, id } = await authorized()
    harness.processor.capture = async (...asked) => {
      await harness.sandbox.capture(...asked)
      await harness.node().repair()
      return { outcome: 'unknown' }
    }
    expect(mustOf(await harness.capture(id))).toMatchObject({ status: 'captured' })
    expect((await harness.read(id)).status).toBe('captured')
  })

  test('decide the reply after a refusal', async () => {
    const { harness, id } = await authorized()
    harness.processor.capture = async (...asked) => {
      await harness.sandbox.capture(...asked)
      await harness.node().repair()
      return { outcome: 'refused', reason: 'it was captured before' }
    }
    expect(mustOf(await harness.capture(id))).toMatchObject({ status: 'captured' })
  })
})
