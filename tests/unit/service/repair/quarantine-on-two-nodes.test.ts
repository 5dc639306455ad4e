import { beforeEach, describe, expect, test } from 'vitest'
import type { Trouble } from '../../../../src-service/processor/harsh/trouble.ts'
import { lateAuthorizationsOf } from '../../../../src-service/repair/late-authorization.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import { chargesOf, harshBank } from '../../../support/harsh-bank.ts'
import { mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

const minutes = 60_000

let authorization: Trouble = { kind: 'none' }
const { openBank, books } = harshBank((question) =>
  question === 'authorize' ? authorization : { kind: 'none' },
)

let one: PaymentsHarness
let other: PaymentsHarness
beforeEach(async () => {
  one = await openPaymentsHarness(undefined, openBank)
  other = one.node()
})

/** A payment that ended as not charged, and whose approval has arrived since. */
async function stray(sinceThen: number, body: object = {}): Promise<Payment> {
  authorization = { kind: 'late', afterMs: 152_000 }
  const { id } = await one.intent(body)
  const { payment } = mustOf(await one.pay(id))
  one.clock.advance(61_000)
  await one.repair()
  one.clock.advance(sinceThen)
  return payment
}
const refundsMade = () =>
  books()
    .all()
    .filter(({ type }) => type === 'refund')
const read = async ({ id, payment_intent_id }: Payment): Promise<Payment> => {
  const found = (await one.payments(payment_intent_id)).find((payment) => payment.id === id)
  if (found === undefined) throw new Error(`there is no payment ${id}`)
  return found
}
/** Records the voids and refunds that a node sends. */
function ordersOf(node: PaymentsHarness): string[] {
  const sent: string[] = []
  node.processor.void = async (...asked) => {
    sent.push('void')
    return node.sandbox.void(...asked)
  }
  node.processor.refund = async (...asked) => {
    sent.push('refund')
    return node.sandbox.refund(...asked)
  }
  return sent
}
/** The node's next inquiry is answered by the bank first; the node gets the answer after `meanwhile`. */
function heldUp(node: PaymentsHarness, meanwhile: () => Promise<void>): void {
  node.processor.inquire = async (asked) => {
    delete node.processor.inquire
    const found = await node.sandbox.inquire(asked)
    await meanwhile()
    return found
  }
}

describe('two nodes that process the same late authorization', () => {
  test('two nodes that process the same late authorization at the same moment refund it once', async () => {
    const payment = await stray(120 * minutes)
    for (let pass = 0; pass < 8; pass += 1) {
      await Promise.all([one.repair(), other.repair()])
      one.clock.advance(2 * minutes)
    }
    expect(refundsMade()).toHaveLength(1)
    expect(lateAuthorizationsOf(await read(payment))[0]?.taken_back_at).not.toBeNull()
  })

  test('when a refund was lost, one node sends it again: the other, with an older row, sends nothing', async () => {
    const payment = await stray(120 * minutes)
    let commits = 0
    const lost = async () => ({ outcome: 'unknown' }) as const
    one.processor.refund = lost
    await one.repair()
    const sent = ordersOf(one)
    one.clock.advance(6 * minutes)
    const { commit } = one.services.store
    one.services.store.commit = async (set) => {
      const renews =
        set.writes.some(({ op, kind }) => op === 'update' && kind === 'quarantine') && ++commits === 2
      if (!renews) return commit(set)
      one.services.store.commit = commit
      one.clock.advance(2 * minutes)
      await other.repair()
      return commit(set)
    }
    await one.repair()
    one.clock.advance(2 * minutes)
    await one.repair()
    expect(sent).toEqual([])
    expect(refundsMade()).toHaveLength(1)
    expect(lateAuthorizationsOf(await read(payment))[0]?.taken_back_at).not.toBeNull()
  })

  test('a late authorization is voided once: a node with an older row sends nothing', async () => {
    await stray(5 * minutes, { capture: false })
    const sent = ordersOf(one)
    const sentByOther = ordersOf(other)
    heldUp(one, () => other.repair())
    await one.repair()
    expect(sentByOther).toEqual(['void'])
    expect(sent).toEqual([])
    expect(chargesOf(books())).toEqual([])
  })

  test('a node never voids a late authorization that the other node is refunding', async () => {
    const payment = await stray(120 * minutes)
    const sent = ordersOf(one)
    other.processor.refund = async (...asked) => {
      await other.sandbox.refund(...asked)
      return { outcome: 'unknown' }
    }
    heldUp(one, () => other.repair())
    // By now the bank would accept a void as well.
    one.processor.void = async () => {
      sent.push('void')
      return { outcome: 'done', retrieval_reference: 'void-1' }
    }
    await one.repair()
    expect(sent).toEqual([])
    one.clock.advance(2 * minutes)
    await one.repair()
    expect(sent).toEqual([])
    expect(refundsMade()).toHaveLength(1)
    expect(lateAuthorizationsOf(await read(payment))[0]?.taken_back_at).not.toBeNull()
  })
})

describe('a late authorization that is not yet voided or refunded', () => {
  test('a late authorization stays unresolved while the bank does not find it, and is closed once it is found voided', async () => {
    const payment = await stray(5 * minutes, { capture: false })
    one.processor.void = async () => ({ outcome: 'unknown' })
    await one.repair()
    one.processor.inquire = async () => ({ outcome: 'not_found' })
    for (let pass = 0; pass < 12; pass += 1) {
      one.clock.advance(24 * 60 * minutes)
      await one.repair()
    }
    expect(lateAuthorizationsOf(await read(payment))).toMatchObject([{ taken_back_at: null }])
    one.processor.inquire = async () => ({ outcome: 'voided' })
    one.clock.advance(24 * 60 * minutes)
    await one.repair()
    expect(lateAuthorizationsOf(await read(payment))[0]?.taken_back_at).not.toBeNull()
  })
})
