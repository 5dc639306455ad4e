import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brokenInvariant } from '../../../../src-service/intents/states.ts'
import type { HarshBooks } from '../../../../src-service/processor/harsh/books.ts'
import { createRefund } from '../../../../src-service/refunds/create-refund.ts'
import type { RefundDocument } from '../../../../src-service/refunds/documents.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import { chargesOf, harshBank } from '../../../support/harsh-bank.ts'
import { doNotHonor, visa } from '../authorize/cards.ts'
import { openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

/**
 * Random commands of clients in any order, at a bank that loses, delays and duplicates requests, with restarts: once
 * everything has settled, the bank's books must equal the service's.
 */

type Command =
  | { readonly do: 'pay'; readonly card: 'good' | 'declined' }
  | { readonly do: 'capture'; readonly amount: number | null }
  | { readonly do: 'cancel' }
  | { readonly do: 'refund'; readonly amount: number | null }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'restart' }

const amount = fc.option(fc.integer({ min: 1, max: 1000 }))
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      card: fc.constantFrom('good', 'good', 'declined'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('capture' as const), amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), amount }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(5, 31, 62, 160, 700) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
)

const cards = { good: visa, declined: doNotHonor } as const

async function run(harness: PaymentsHarness, id: string, what: Command): Promise<PaymentsHarness> {
  switch (what.do) {
    case 'pay':
      await harness.pay(id, cards[what.card])
      return harness
    case 'capture':
      await harness.capture(id, what.amount === null ? {} : { amount: what.amount })
      return harness
    case 'cancel':
      await harness.cancel(id)
      return harness
    case 'refund': {
      const { latest_payment: payment } = await harness.read(id)
      if (payment === null) return harness
      await createRefund(harness.services, {
        accountId: payment.account_id,
        paymentId: payment.id,
        body: what.amount === null ? {} : { amount: what.amount },
        idempotency: null,
      })
      return harness
    }
    case 'wait':
      harness.clock.advance(what.seconds * 1000)
      await harness.repair()
      return harness
    case 'restart':
      return harness.restart()
  }
}

/** Lets everything that is under way end: late arrivals, batches, quarantines. */
async function letSettle(harness: PaymentsHarness): Promise<void> {
  for (let pass = 0; pass < 30; pass += 1) {
    harness.clock.advance(90_000)
    await harness.repair()
  }
  for (let pass = 0; pass < 20; pass += 1) {
    harness.clock.advance(12 * 3_600_000)
    await harness.repair()
    // A void that begins now and is lost is sent again within minutes; half a day later it would need a person.
    for (let look = 0; look < 3; look += 1) {
      harness.clock.advance(62_000)
      await harness.repair()
    }
  }
}

const ended: readonly Payment['status'][] = ['failed', 'cancelled', 'voided', 'rejected']

async function compareBooks(harness: PaymentsHarness, id: string, books: HarshBooks): Promise<void> {
  const payments = await harness.payments(id)
  let charges = 0
  for (const payment of payments) {
    const order = String(payment.gateway_response.order_id)
    expect(books.timesSent(order), `${payment.id} was sent`).toBeLessThanOrEqual(1)
    expect(payment.status, JSON.stringify(payment.gateway_response)).not.toBe('processing')
    expect(brokenInvariant(payment)).toBeNull()
    const standing = chargesOf(books, order)
    charges += standing.length
    if (ended.includes(payment.status)) {
      expect([payment.status, standing.map(({ reference }) => reference)]).toEqual([payment.status, []])
      continue
    }
    const rows = await harness.services.store.list<RefundDocument>('refund', {
      account_id: payment.account_id,
      where: [{ column: 'payment_id', is: '=', value: payment.id }],
      limit: 50,
    })
    expect(rows.filter(({ document }) => document.awaits === 'processor')).toEqual([])
    const kept = books
      .ofOrder(order)
      .find(({ reference }) => reference === payment.gateway_response.retrieval_reference)
    if (payment.gateway_response.void_reference !== undefined) {
      expect(standing).toEqual([])
      continue
    }
    expect(kept?.captured).toBe(payment.amount_captured)
    const paidBack = books
      .all()
      .filter(({ parent }) => parent === kept?.reference)
      .reduce((sum, refund) => sum + refund.amount, 0)
    expect(paidBack).toBe(payment.amount_refunded)
  }
  expect(charges).toBeLessThanOrEqual(1)
}

/** Repair passes of two nodes at the same moment, over everything that is unfinished. */
function withOther(harness: PaymentsHarness): PaymentsHarness {
  const other = harness.node()
  return {
    ...harness,
    repair: async () => void (await Promise.all([harness.repair(), other.repair()])),
    restart: async () => withOther(await harness.restart()),
  }
}

test.each([
  ['one node', (harness: PaymentsHarness) => harness],
  ['two nodes', withOther],
] as const)(
  'a bank that loses, delays and duplicates ends with the same books as %s, whatever clients did',
  async (_, started) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 3, maxLength: 10 }),
        fc.array(command, { minLength: 3, maxLength: 10 }),
        fc.boolean(),
        async (first, second, capture) => {
          const { openBank, books } = harshBank()
          let harness = started(await openPaymentsHarness(undefined, openBank))
          const ids: string[] = []
          for (const commands of [first, second]) {
            const { id } = await harness.intent({ amount: 1000, capture })
            ids.push(id)
            for (const what of commands) harness = await run(harness, id, what)
          }
          await letSettle(harness)
          for (const id of ids) await compareBooks(harness, id, books())
        },
      ),
      { numRuns: 30 },
    )
  },
  120_000,
)
