import { beforeEach, describe, expect, test } from 'vitest'
import type { Kind } from '../../../../src-service/store/store.ts'
import { paymentRef } from '../../../support/processor-references.ts'
import { mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

const minutes = 60_000
const unknown = async () => ({ outcome: 'unknown' }) as const

let one: PaymentsHarness
let other: PaymentsHarness
beforeEach(async () => {
  one = await openPaymentsHarness()
  other = one.node()
})

/** A payment that the bank has approved, but whose answer was lost. */
async function unanswered(): Promise<{ readonly id: string; readonly paymentId: string }> {
  const { id } = await one.intent()
  one.processor.authorize = async (request) => {
    await one.sandbox.authorize(request)
    return { outcome: 'unknown' }
  }
  const { payment } = mustOf(await one.pay(id))
  one.clock.advance(11 * minutes)
  return { id, paymentId: payment.id }
}
const atTheBank = async (paymentId: string) => (await one.sandbox.inquire(paymentRef(paymentId))).outcome
/** Sets the answer to the node's next inquiry, after `meanwhile` has run. */
const inquires = (
  node: PaymentsHarness,
  outcome: 'unknown' | 'not_found',
  meanwhile: () => Promise<unknown> = async () => {},
) => {
  node.processor.inquire = async () => {
    delete node.processor.inquire
    await meanwhile()
    return { outcome }
  }
}
/** Runs `meanwhile` just before the node's next update of a row of this kind. */
const heldUp = (node: PaymentsHarness, what: Kind, meanwhile: () => Promise<void>) => {
  const { commit } = node.services.store
  node.services.store.commit = async (set) => {
    if (!set.writes.some(({ op, kind }) => op === 'update' && kind === what)) return commit(set)
    node.services.store.commit = commit
    await meanwhile()
    return commit(set)
  }
}
/** The void reaches the bank, but its answer is lost. */
const losesVoids = (node: PaymentsHarness) => {
  node.processor.void = async (...asked) => {
    await node.sandbox.void(...asked)
    return { outcome: 'unknown' }
  }
}

describe('a payment that two nodes are repairing', () => {
  test.each(['unknown', 'not_found'] as const)(
    'a payment under repair is not voided by an inquiry (%s) older than the approval that the other node wrote',
    async (outcome) => {
      const { id, paymentId } = await unanswered()
      inquires(one, outcome, () => other.repair())
      await one.repair()
      expect((await one.read(id)).status).toBe('captured')
      expect(await atTheBank(paymentId)).toBe('approved')
    },
  )

  test('a payment under repair is not voided by a node that does not know that the other one has sent a void', async () => {
    await unanswered()
    let sent = 0
    for (const node of [one, other]) {
      node.processor.void = async () => {
        sent += 1
        return { outcome: 'unknown' }
      }
    }
    inquires(other, 'unknown')
    inquires(one, 'unknown', () => other.repair())
    await one.repair()
    expect(sent).toBe(1)
  })

  test('a payment under repair is not captured by an approval that was found before the other node sent a void', async () => {
    const { id, paymentId } = await unanswered()
    inquires(other, 'unknown')
    losesVoids(other)
    heldUp(one, 'payment', () => other.repair())
    await one.repair()
    expect(await atTheBank(paymentId)).toBe('voided')
    expect((await one.read(id)).status).not.toBe('captured')
    await one.repair()
    expect(await one.read(id)).toMatchObject({ status: 'created', latest_payment: { status: 'failed' } })
  })
})

describe('a payment whose own node is slow to write its answer', () => {
  const voidsMeanwhile = async () => {
    one.clock.advance(11 * minutes)
    inquires(other, 'unknown')
    losesVoids(other)
    await other.repair()
  }

  test('a payment whose own node is slow to write its answer stays processing when the other node has voided it', async () => {
    const { id } = await one.intent()
    heldUp(one, 'payment', voidsMeanwhile)
    const { payment } = mustOf(await one.pay(id))
    expect(payment.status).toBe('processing')
    expect(await atTheBank(payment.id)).toBe('voided')
    await one.repair()
    expect(await one.read(id)).toMatchObject({ status: 'created', latest_payment: { status: 'failed' } })
  })

  test('a payment by a stored method whose own node is slow to write its answer is not saved as processing under its key', async () => {
    const customer = await one.customer()
    const method = await one.kept(customer.id)
    const { id } = await one.intent()
    heldUp(one, 'payment', voidsMeanwhile)
    const idempotency = { scope: 'ten acct POST payments key-number-1', fingerprint: 'x', created_at: 0 }
    const pay = () =>
      one.call('payments.create', {
        params: { id },
        body: { payment_method_id: method.id },
        idempotency,
      })
    expect(mustOf(await pay())).toMatchObject({ status: 'processing' })
    await one.repair()
    expect((await one.read(id)).status).toBe('created')
    const again = mustOf(await pay()) as { readonly body: string }
    expect(JSON.parse(again.body)).toMatchObject({ status: 'created', latest_payment: { status: 'failed' } })
  })
})

test('a capture that is refused because another node has done it is answered as captured', async () => {
  const { id } = await one.intent({ capture: false })
  mustOf(await one.pay(id))
  one.processor.capture = async () => {
    one.clock.advance(1_000)
    await other.repair()
    return { outcome: 'refused', reason: 'it is captured already' }
  }
  expect(mustOf(await one.capture(id))).toMatchObject({ status: 'captured', amount_captured: 1234 })
})

test('a capture that another node has sent since is not reverted by an older refusal', async () => {
  const { id } = await one.intent({ capture: false })
  mustOf(await one.pay(id))
  // Still in transit.
  other.processor.capture = unknown
  one.processor.capture = async () => {
    one.clock.advance(1_000)
    await other.repair()
    return { outcome: 'refused', reason: 'try again later' }
  }
  const { status, latest_payment } = mustOf(await one.capture(id))
  expect(status).toBe('processing')
  delete one.processor.capture
  await one.sandbox.capture(paymentRef(latest_payment?.id ?? ''), 1234)
  await one.repair()
  expect(await one.read(id)).toMatchObject({ status: 'captured', amount_captured: 1234 })
})

test('a capture that another node is about to send is not sent after it was resolved as not done', async () => {
  const { id } = await one.intent({ capture: false })
  const { payment } = mustOf(await one.pay(id))
  one.processor.capture = unknown
  mustOf(await one.capture(id))
  one.clock.advance(59 * minutes)
  const resolve = (outcome: string) =>
    one.call('payments.resolve', {
      params: { id: payment.id },
      body: { outcome, evidence: 'Ticket 4711 of the processor.' },
    })
  let sent = 0
  other.processor.capture = async (...asked) => {
    sent += 1
    return other.sandbox.capture(...asked)
  }
  heldUp(other, 'payment', async () => {
    one.clock.advance(2 * minutes)
    await one.repair()
    expect(await resolve('not_done')).toMatchObject({ ok: false, error: { code: 'state_conflict' } })
    one.clock.advance(minutes)
    mustOf(await resolve('not_done'))
  })
  await other.repair()
  expect(sent).toBe(0)
  expect((await one.read(id)).status).toBe('uncaptured')
})
