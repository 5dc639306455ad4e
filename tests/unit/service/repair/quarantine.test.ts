import { beforeEach, describe, expect, test } from 'vitest'
import { batchMs } from '../../../../src-service/processor/harsh/bank.ts'
import type { Trouble } from '../../../../src-service/processor/harsh/trouble.ts'
import { referenceOf } from '../../../../src-service/processor/order-id.ts'
import { lateAuthorizationsOf } from '../../../../src-service/repair/late-authorization.ts'
import { startRepair } from '../../../../src-service/repair/repair-schedule.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import { chargesOf, harshBank } from '../../../support/harsh-bank.ts'
import { atCounter } from '../../../support/processor-references.ts'
import { visa } from '../authorize/cards.ts'
import { mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

const minutes = 60_000
const hours = 60 * minutes

/** The trouble of the next authorization, and of every void, refund and inquiry. */
let authorization: Trouble = { kind: 'none' }
let others: Trouble = { kind: 'none' }
const { openBank, books } = harshBank((question) => (question === 'authorize' ? authorization : others))

let harness: PaymentsHarness
beforeEach(async () => {
  authorization = { kind: 'none' }
  others = { kind: 'none' }
  harness = await openPaymentsHarness(undefined, openBank)
})

const payWith = async (trouble: Trouble, body = {}): Promise<Payment> => {
  authorization = trouble
  const { id } = await harness.intent(body)
  const { payment } = mustOf(await harness.pay(id))
  authorization = { kind: 'none' }
  return payment
}
/** Advances the clock by slightly more than `ms`, since stored times are rounded to a millisecond. */
const later = async (ms: number) => {
  harness.clock.advance(ms + 5)
  await harness.repair()
}
const intentOf = (payment: Payment) => harness.read(payment.payment_intent_id)
const read = async (payment: Payment): Promise<Payment> => {
  const found = (await harness.payments(payment.payment_intent_id)).find(({ id }) => id === payment.id)
  if (found === undefined) throw new Error(`there is no payment ${payment.id}`)
  return found
}
const unresolved = async () => {
  const where = [{ column: 'unresolved', is: 'not null' }] as const
  const rows = await harness.services.store.list<Payment>('payment', { where, limit: 5 })
  return rows.map(({ id }) => id)
}
const orderOf = (payment: Payment) => String(payment.gateway_response.order_id)

test('a quarantined payment without an answer from the bank does not delay the repair of other payments', async () => {
  const quarantined = await payWith({ kind: 'request_lost' })
  await later(61_000)
  harness.clock.advance(6 * minutes)
  let letGo = () => {}
  let looks = 0
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  harness.processor.inquire = async (asked) => {
    if (asked.order_id !== orderOf(quarantined)) return harness.sandbox.inquire(asked)
    looks += 1
    await held
    return { outcome: 'unknown' }
  }
  const stop = startRepair(harness.services)
  try {
    await expect.poll(() => looks).toBe(1)
    const payment = await payWith({ kind: 'answer_lost' })
    harness.clock.advance(11_000)
    await expect.poll(async () => (await intentOf(payment)).status).toBe('captured')
    expect(looks).toBe(1)
  } finally {
    letGo()
    await stop()
  }
})

describe('an authorization that is not found, at a bank where a void does not block it', () => {
  test('an authorization that is not found is waited for as long as it may be in transit', async () => {
    const payment = await payWith({ kind: 'request_lost' })
    await later(59_000)
    expect((await intentOf(payment)).status).toBe('processing')
    await later(2_000)
    expect(await intentOf(payment)).toMatchObject({
      status: 'created',
      latest_payment: { status: 'failed', failure_code: 'not_processed' },
    })
  })

  test('an authorization that arrives 152 s late is voided, and the customer who has paid again is charged once', async () => {
    const payment = await payWith({ kind: 'late', afterMs: 152_000 })
    await later(61_000)
    expect((await intentOf(payment)).status).toBe('created')
    mustOf(await harness.pay(payment.payment_intent_id))
    await later(100_000)
    expect(chargesOf(books())).toHaveLength(2)
    await later(5 * minutes)
    const [charge, ...more] = chargesOf(books())
    expect(more).toEqual([])
    const intent = await intentOf(payment)
    expect(intent).toMatchObject({ status: 'captured', amount_captured: 1234 })
    expect(charge?.order_id).toBe(intent.latest_payment?.gateway_response.order_id)
    expect(lateAuthorizationsOf(await read(payment))).toMatchObject([{ amount: 1234 }])
    expect(lateAuthorizationsOf(await read(payment))[0]?.taken_back_at).not.toBeNull()
  })

  test('an authorization found after its batch was settled is refunded once, however often answers are lost', async () => {
    const payment = await payWith({ kind: 'late', afterMs: 152_000 })
    await later(61_000)
    harness.clock.advance(2 * hours)
    others = { kind: 'none' }
    let refundsLost = 2
    harness.processor.refund = async (...asked) => {
      const answer = await harness.sandbox.refund(...asked)
      refundsLost -= 1
      return refundsLost >= 0 ? { outcome: 'unknown' } : answer
    }
    for (let pass = 0; pass < 10; pass += 1) await later(2 * minutes)
    expect(chargesOf(books())).toEqual([])
    expect(
      books()
        .all()
        .filter(({ type }) => type === 'refund'),
    ).toHaveLength(1)
    expect(lateAuthorizationsOf(await read(payment))[0]?.taken_back_at).not.toBeNull()
  })

  test('an authorization whose refund is under way is never voided too', async () => {
    const payment = await payWith({ kind: 'late', afterMs: 152_000 })
    await later(61_000)
    harness.clock.advance(2 * hours)
    const asked: string[] = []
    harness.processor.refund = async () => {
      asked.push('refund')
      return { outcome: 'unknown' }
    }
    await later(2 * minutes)
    harness.processor.void = async () => {
      asked.push('void')
      return { outcome: 'done', retrieval_reference: 'void-1' }
    }
    // Nor is it refunded again while it is not known whether the refund arrived.
    for (const outcome of ['unknown', 'not_yet'] as const) {
      harness.processor.inquireRefund = async () => ({ outcome })
      await later(2 * minutes)
      expect(lateAuthorizationsOf(await read(payment))[0]?.taken_back_at).toBeNull()
    }
    harness.processor.inquireRefund = async () => ({ outcome: 'done', retrieval_reference: 'refund-1' })
    await later(2 * minutes)
    expect(asked).toEqual(['refund'])
    expect(lateAuthorizationsOf(await read(payment))[0]?.taken_back_at).not.toBeNull()
  })

  test('an authorization that arrives twice is reversed twice, and is unresolved until both are', async () => {
    const payment = await payWith({ kind: 'request_lost' })
    await later(61_000)
    authorization = { kind: 'duplicated' }
    await harness.sandbox.authorize({
      ...referenceOf(payment),
      source: { kind: 'card', card: visa },
      card_present: true,
      ...atCounter,
      entry_mode: null,
      capture: true,
      auth_code: null,
    })
    const [first] = chargesOf(books(), orderOf(payment))
    // The first cannot be voided yet; the second can.
    harness.processor.void = async (asked, only) =>
      only === first?.reference ? { outcome: 'unknown' } : harness.sandbox.void(asked, only)
    await later(5 * minutes)
    expect(chargesOf(books(), orderOf(payment))).toHaveLength(1)
    expect(lateAuthorizationsOf(await read(payment))).toMatchObject([
      { retrieval_reference: first?.reference, taken_back_at: null },
      { taken_back_at: expect.any(String) },
    ])
    expect(await unresolved()).toEqual([payment.id])
    delete harness.processor.void
    await later(2 * minutes)
    expect(chargesOf(books(), orderOf(payment))).toEqual([])
    expect(lateAuthorizationsOf(await read(payment)).map(({ taken_back_at }) => taken_back_at)).not.toContain(
      null,
    )
    expect(await unresolved()).toEqual([])
  })

  test('an authorization that is not found is looked for again after a restart of the service', async () => {
    const payment = await payWith({ kind: 'late', afterMs: 152_000 })
    await later(61_000)
    harness = await harness.restart()
    await later(10 * minutes)
    expect(chargesOf(books(), orderOf(payment))).toEqual([])
  })

  test('an authorization that is not found is looked for after 5 and 30 minutes, 2 and 24 hours, then daily for 8 days', async () => {
    const payment = await payWith({ kind: 'request_lost' })
    await later(61_000)
    const looks: number[] = []
    const began = harness.clock.now()
    harness.processor.inquire = async (asked) => {
      looks.push(Math.round((harness.clock.now() - began) / minutes))
      return harness.sandbox.inquire(asked)
    }
    for (let pass = 0; pass < 12 * 30; pass += 1) await later(minutes)
    for (let pass = 0; pass < 24 * 12; pass += 1) await later(hours)
    expect(looks.slice(0, 3)).toEqual([5, 30, 120])
    expect(looks.slice(3).map((look) => Math.round(look / (24 * 60)))).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect((await read(payment)).status).toBe('failed')
  })

  test('a late authorization is logged, published and listed as unresolved until it is reversed', async () => {
    const payment = await payWith({ kind: 'late', afterMs: 152_000 })
    await later(61_000)
    const logged: string[] = []
    harness.services.log.error = (_: object, message: string) => void logged.push(message)
    harness.processor.void = async () => ({ outcome: 'unknown' })
    await later(5 * minutes)
    expect(logged).toContain('quarantine.late_authorization')
    expect(await unresolved()).toEqual([payment.id])
    delete harness.processor.void
    await later(2 * minutes)
    expect(await unresolved()).toEqual([])
    expect(chargesOf(books())).toEqual([])
  })
})

describe('an authorization that the network has duplicated', () => {
  test('an authorization that the network has duplicated is charged once: the second approval is voided', async () => {
    const payment = await payWith({ kind: 'duplicated' })
    expect(chargesOf(books(), orderOf(payment))).toHaveLength(2)
    await later(10_000)
    await later(10_000)
    expect(chargesOf(books(), orderOf(payment))).toHaveLength(1)
    expect(await intentOf(payment)).toMatchObject({ status: 'captured', amount_captured: 1234 })
  })
})

describe('an approval of more than was requested', () => {
  test('an approval of more than was requested is not accepted, is voided, and not charged', async () => {
    const payment = await payWith({ kind: 'none' }, { amount: 300_600 })
    expect(payment.status).toBe('processing')
    await later(10_000)
    expect((await intentOf(payment)).latest_payment).toMatchObject({ status: 'failed' })
    expect(chargesOf(books())).toEqual([])
  })

  test('an approval of more than was requested whose batch has closed is left to operators, neither paid nor failed', async () => {
    // Each test begins with a new batch (harsh-bank.ts).
    harness.clock.advance(batchMs - 5_000)
    const payment = await payWith({ kind: 'none' }, { amount: 300_600 })
    await later(10_000)
    await later(10 * minutes)
    expect((await read(payment)).status).toBe('processing')
    expect(await unresolved()).toEqual([payment.id])
  })
})

describe('a refund at a bank that does not detect repeats', () => {
  const settled = async () => {
    const payment = await payWith({ kind: 'none' })
    harness.clock.advance(11 * minutes)
    return payment
  }

  test('a refund at a bank that does not detect repeats is made once when its answer was lost', async () => {
    const { createRefund } = await import('../../../../src-service/refunds/create-refund.ts')
    const payment = await settled()
    others = { kind: 'answer_lost' }
    const refund = mustOf(
      await createRefund(harness.services, {
        accountId: payment.account_id,
        paymentId: payment.id,
        body: { amount: 400 },
        idempotency: null,
      }),
    )
    expect(refund).toMatchObject({ status: 'processing' })
    others = { kind: 'none' }
    await later(10_000)
    await later(10 * minutes)
    expect(
      books()
        .all()
        .filter(({ type }) => type === 'refund'),
    ).toHaveLength(1)
  })

  test('a refund at a bank that does not detect repeats is sent again, as a new order, only once it can no longer arrive', async () => {
    const { createRefund } = await import('../../../../src-service/refunds/create-refund.ts')
    const payment = await settled()
    others = { kind: 'request_lost' }
    mustOf(
      await createRefund(harness.services, {
        accountId: payment.account_id,
        paymentId: payment.id,
        body: { amount: 400 },
        idempotency: null,
      }),
    )
    others = { kind: 'none' }
    await later(299_000)
    expect(
      books()
        .all()
        .filter(({ type }) => type === 'refund'),
    ).toHaveLength(0)
    await later(2 * minutes)
    expect(
      books()
        .all()
        .filter(({ type }) => type === 'refund'),
    ).toHaveLength(1)
  })
})
