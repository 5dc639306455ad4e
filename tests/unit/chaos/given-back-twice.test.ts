import { describe, expect, test } from 'vitest'
import { orderIdOf } from '../../../src-service/processor/order-id.ts'
import type { Client } from '../../../src-shared/api/client.ts'
import type { Payment } from '../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import { ok } from '../../../src-shared/result.ts'
import type { CounterBooks } from '../../chaos/day/day-books.ts'
import { dayDisagreements } from '../../chaos/day/day-books.ts'
import { type Elsewhere, giveBackElsewhere } from '../../chaos/day/give-back-elsewhere.ts'
import type { Cashier } from '../../chaos/day/place.ts'

const pos = {
  now: () => ({ sale: { kind: 'approved', payment: { payment_id: 'pmt_1' } } }),
} as unknown as Cashier

/** A payment of 10.01 in cents, of which others give back half, as often as they are asked to. */
async function givenBack(times: number) {
  let refunded = 0
  const client = {
    async call(name: string, { body }: { readonly body?: { readonly amount: number } }) {
      if (name === 'refunds.create') refunded += body?.amount ?? 0
      return ok({ status: 'captured', payment_intent_id: 'pi_1', amount_captured: 1001 })
    },
  } as unknown as Client
  const elsewhere: Elsewhere = new Map()
  for (let time = 0; time < times; time += 1)
    await giveBackElsewhere(
      () => client,
      pos,
      () => 0.7,
      elsewhere,
    )
  return { elsewhere, refunded }
}

/** Compares the service's books after `refunded` with a counter that knows of `known` cents of it. */
function differences({ elsewhere, refunded }: Awaited<ReturnType<typeof givenBack>>, known: number) {
  const payment = { id: 'pmt_1', status: 'captured', amount_captured: 1001, amount_refunded: refunded }
  const intent = { id: 'pi_1', status: 'captured', reference_id: 'sale_1' }
  const bill = {
    ...{ number: 'A-1', total: 1001 - known, lines: [] },
    tenders: [
      {
        ...{ kind: 'card', status: 'paid', amount: 1001 - known, tip: 0, surcharge: 0 },
        payment: { payment_id: 'pmt_1' },
      },
    ],
  }
  const books = { bills: [bill], returns: [], drawer: [] } as unknown as CounterBooks
  const bank = new Map([[orderIdOf('pmt_1'), 1001 - refunded]])
  const ofService = {
    intents: [intent as unknown as PaymentIntent],
    payments: [payment as unknown as Payment],
    bank,
  }
  return dayDisagreements(books, ofService, 0, elsewhere).filter((line) => line.startsWith('pmt_1'))
}

describe('what others give back of one payment', () => {
  test('is known in full if they do it twice', async () => {
    const twice = await givenBack(2)
    expect(twice.refunded).toBe(1000)
    expect(differences(twice, 0)).toEqual([])
  })

  test.each([0, 500, 1000])('agrees with a counter that knows of %d cents of it', async (known) => {
    expect(differences(await givenBack(2), known)).toEqual([])
  })

  test('does not hide money that nobody gave back', async () => {
    const twice = await givenBack(2)
    expect(differences({ ...twice, refunded: 750 }, 0)).toHaveLength(1)
    expect(differences({ ...twice, refunded: 1001 }, 0)).toHaveLength(1)
  })
})
