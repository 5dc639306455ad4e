import { beforeEach, describe, expect, test } from 'vitest'
import { paymentRef, refundRef } from '../../../support/processor-references.ts'
import {
  abandon,
  codeOf,
  mustOf,
  openPaymentsHarness,
  type PaymentsHarness,
} from '../intents/payments-harness.ts'
import { claim, openRefundHarness, type RefundHarness } from './refund-harness.ts'

let harness: PaymentsHarness
let refundHarness: RefundHarness
beforeEach(async () => {
  harness = await openPaymentsHarness()
  refundHarness = openRefundHarness(harness)
})

const unknown = async () => ({ outcome: 'unknown' }) as const
/** The refund reaches the processor, but its answer is lost. */
const losesAnswers = () => {
  harness.processor.refund = async (...asked) => {
    await harness.sandbox.refund(...asked)
    return { outcome: 'unknown' }
  }
  harness.processor.void = async (id) => {
    await harness.sandbox.void(id)
    return { outcome: 'unknown' }
  }
}
const lineIsGood = () => {
  delete harness.processor.refund
  delete harness.processor.void
}

describe('a refund of unknown outcome', () => {
  test('a refund of unknown outcome awaits the processor with its amount reserved, and is resolved by asking again', async () => {
    const payment = await refundHarness.paid(1000)
    losesAnswers()
    const refund = mustOf(await refundHarness.refund(payment.id, { amount: 400 }))
    expect(refund).toMatchObject({ status: 'processing', awaits: 'processor' })
    await harness.repair()
    expect(await refundHarness.read(refund.id)).toMatchObject({ awaits: 'processor' })
    lineIsGood()
    await harness.repair()
    expect(await refundHarness.read(refund.id)).toMatchObject({ status: 'processing', awaits: 'settlement' })
    expect(await refundHarness.payment(payment.id)).toMatchObject({ amount_refunded: 400 })
    // Paid back once, no matter how often it was sent.
    expect((await harness.sandbox.refund(paymentRef(payment.id), refundRef('re_other', 601))).outcome).toBe(
      'refused',
    )
    expect((await harness.sandbox.refund(paymentRef(payment.id), refundRef('re_other', 600))).outcome).toBe(
      'done',
    )
  })

  test('a refund of the whole payment whose outcome is unknown is also resolved by asking again', async () => {
    const payment = await refundHarness.paid(1000)
    losesAnswers()
    const refund = mustOf(await refundHarness.refund(payment.id))
    expect(refund).toMatchObject({ status: 'processing', awaits: 'processor' })
    lineIsGood()
    await harness.repair()
    expect(await refundHarness.read(refund.id)).toMatchObject({ status: 'succeeded', awaits: null })
  })

  test.each(['unknown', 'later'] as const)(
    'a void that is answered with %s is never followed by a refund of the same money',
    async (outcome) => {
      const payment = await refundHarness.paid(1000)
      let refunds = 0
      harness.processor.void = async () => ({ outcome })
      harness.processor.refund = async (...asked) => {
        refunds += 1
        return harness.sandbox.refund(...asked)
      }
      mustOf(await refundHarness.refund(payment.id))
      await harness.repair()
      expect(refunds).toBe(0)
    },
  )

  test('a refused void is never sent again once its refund is under way', async () => {
    const payment = await refundHarness.paid(1000)
    let paidBack = 0
    harness.processor.void = async () => ({ outcome: 'refused', reason: 'its batch is closing' })
    harness.processor.refund = async (...asked) => {
      paidBack += 1000
      await harness.sandbox.refund(...asked)
      return { outcome: 'unknown' }
    }
    const refund = mustOf(await refundHarness.refund(payment.id))
    expect(await refundHarness.read(refund.id)).toMatchObject({ gateway_response: { operation: 'refund' } })
    // By now the processor would accept a void as well.
    harness.processor.void = async () => {
      paidBack += 1000
      return { outcome: 'done', retrieval_reference: 'void-1' }
    }
    delete harness.processor.refund
    await harness.repair()
    expect(await refundHarness.read(refund.id)).toMatchObject({ status: 'processing', awaits: 'settlement' })
    expect(paidBack).toBe(1000)
  })

  test('a refused void is not followed by a refund that could not be written first', async () => {
    const payment = await refundHarness.paid(1000)
    let refunds = 0
    const { commit } = harness.services.store
    harness.processor.void = async () => {
      harness.services.store.commit = () => Promise.reject(new Error('the disk is full'))
      return { outcome: 'refused', reason: 'its batch is closing' }
    }
    harness.processor.refund = async (...asked) => {
      refunds += 1
      return harness.sandbox.refund(...asked)
    }
    await refundHarness.refund(payment.id).catch(() => undefined)
    expect(refunds).toBe(0)
    harness.services.store.commit = commit
    const [journaled] = await refundHarness.refunds(payment.id)
    expect(journaled).toMatchObject({ awaits: 'processor', gateway_response: { operation: 'void' } })
  })

  test('a recent refund of unknown outcome is left alone, since its own request is still waiting', async () => {
    const payment = await refundHarness.paid(1000)
    harness.processor.refund = unknown
    const refund = mustOf(await refundHarness.refund(payment.id, { amount: 400 }))
    lineIsGood()
    await harness.repair(10_000)
    expect(await refundHarness.read(refund.id)).toMatchObject({ awaits: 'processor' })
    harness.clock.advance(10_000)
    await harness.repair(10_000)
    expect(await refundHarness.read(refund.id)).toMatchObject({ awaits: 'settlement' })
  })

  test('a refund of unknown outcome fails in the repair when the processor refuses it, and its amount is free again', async () => {
    const payment = await refundHarness.paid(1000)
    harness.processor.refund = unknown
    const refund = mustOf(await refundHarness.refund(payment.id, { amount: 400 }))
    harness.processor.refund = async () => ({ outcome: 'refused', reason: 'no such account' })
    await harness.repair()
    expect(await refundHarness.read(refund.id)).toMatchObject({ status: 'failed' })
    expect(await refundHarness.payment(payment.id)).toMatchObject({ amount_refunded: 0 })
  })

  test('a refund that never reached the processor is unknown, not refused', async () => {
    const payment = await refundHarness.paid(1000)
    harness.processor.refund = () => Promise.reject(new Error('connection reset'))
    expect(mustOf(await refundHarness.refund(payment.id, { amount: 400 }))).toMatchObject({
      awaits: 'processor',
    })
  })
})

describe('a service that is killed during a refund', () => {
  test('a service that is killed during a refund completes it after the restart, and a repeat gets the same refund', async () => {
    const payment = await refundHarness.paid(1000)
    const asked = new Promise<void>((resolve) => {
      harness.processor.refund = (...request) => {
        void harness.sandbox.refund(...request).then(() => resolve())
        return new Promise(() => {})
      }
    })
    abandon(refundHarness.refund(payment.id, { amount: 400 }, claim('key-number-1')))
    await asked
    const restarted = await harness.restart()
    const after = openRefundHarness(restarted)
    await restarted.services.store.purgeIdempotency({
      answersBefore: 0,
      claimsBefore: Number.MAX_SAFE_INTEGER,
    })
    await restarted.repair()
    const again = mustOf(await after.refund(payment.id, { amount: 400 }, claim('key-number-1')))
    expect(again).toMatchObject({ amount: 400, awaits: 'settlement' })
    expect(await after.refunds(payment.id)).toEqual([again])
    expect(await after.payment(payment.id)).toMatchObject({ amount_refunded: 400 })
  })
})

describe('with an idempotency key', () => {
  test('a repeat of a refund with its idempotency key gets exactly the bytes of the first answer', async () => {
    const payment = await refundHarness.paid(1000)
    const first = mustOf(await refundHarness.refund(payment.id, { amount: 400 }, claim('key-number-1')))
    expect(mustOf(await refundHarness.refund(payment.id, { amount: 400 }, claim('key-number-1')))).toEqual(
      first,
    )
    expect(await refundHarness.refunds(payment.id)).toHaveLength(1)
  })

  test('an unknown outcome is not saved under the idempotency key: a repeat gets the same refund in its current state', async () => {
    const payment = await refundHarness.paid(1000)
    harness.processor.refund = unknown
    const first = mustOf(await refundHarness.refund(payment.id, { amount: 400 }, claim('key-number-1')))
    const second = mustOf(await refundHarness.refund(payment.id, { amount: 400 }, claim('key-number-1')))
    expect(second).toEqual(first)
    lineIsGood()
    await harness.repair()
    const third = mustOf(await refundHarness.refund(payment.id, { amount: 400 }, claim('key-number-1')))
    expect(third).toMatchObject({ id: first.id, awaits: 'settlement' })
    expect(await refundHarness.payment(payment.id)).toMatchObject({ amount_refunded: 400 })
  })

  test('a refusal that arrives after another node has sent the refund is not saved under the idempotency key', async () => {
    const payment = await refundHarness.paid(1000)
    const other = harness.node()
    other.processor.refund = unknown
    harness.processor.refund = async () => {
      harness.clock.advance(1_000)
      await other.repair()
      return { outcome: 'refused', reason: 'try again later' }
    }
    const ask = () => refundHarness.refund(payment.id, { amount: 400 }, claim('key-number-1'))
    const first = mustOf(await ask())
    expect(first).toMatchObject({ status: 'processing', awaits: 'processor' })
    lineIsGood()
    await harness.repair()
    expect(mustOf(await ask())).toMatchObject({ id: first.id, awaits: 'settlement' })
  })

  test('another body under an idempotency key is refused even while no answer is saved', async () => {
    const payment = await refundHarness.paid(1000)
    harness.processor.refund = unknown
    mustOf(await refundHarness.refund(payment.id, { amount: 400 }, claim('key-number-1', 'one')))
    const other = await refundHarness.refund(payment.id, { amount: 500 }, claim('key-number-1', 'two'))
    expect(codeOf(other)).toBe('idempotency_key_reused')
  })

  test('a refund that the processor refuses is a successful call, and a repeat gets the same answer', async () => {
    const payment = await refundHarness.paid(1000)
    harness.processor.refund = async () => ({ outcome: 'refused', reason: 'no' })
    const first = mustOf(await refundHarness.refund(payment.id, { amount: 400 }, claim('key-number-1')))
    lineIsGood()
    expect(mustOf(await refundHarness.refund(payment.id, { amount: 400 }, claim('key-number-1')))).toEqual(
      first,
    )
    expect(
      mustOf(await refundHarness.refund(payment.id, { amount: 400 }, claim('key-number-2'))).status,
    ).toBe('processing')
  })
})
