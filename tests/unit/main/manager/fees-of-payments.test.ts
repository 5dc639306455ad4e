import { expect, test } from 'vitest'
import { feesOf } from '../../../../src-main/manager/fees-of-payments.ts'
import type { Client } from '../../../../src-shared/api/client.ts'

interface Asked {
  readonly query: { readonly source_id: string; readonly starting_after?: string }
}

/** A service that returns one fee of a payment on each page. */
function serviceWith(fees: Readonly<Record<string, readonly object[]>>): () => Client {
  const call = async (_name: string, { query: { source_id, starting_after: after = '0' } }: Asked) => {
    const own = fees[source_id] ?? []
    const next = Number(after) + 1
    const meta = { limit: 1, has_more: next < own.length, next_cursor: String(next) }
    return { ok: true, value: { data: own.slice(next - 1, next), meta } }
  }
  return () => ({ call }) as unknown as Client
}

test('partly refunded fees count with the rest, and the fees of all pages are added', async () => {
  const client = serviceWith({
    pmt_1: [
      { amount: 320, amount_refunded: 100 },
      { amount: 10, amount_refunded: 0 },
    ],
    pmt_2: [{ amount: 50, amount_refunded: 50 }],
  })
  expect(await feesOf(client, [{ id: 'pmt_1' }, { id: 'pmt_2' }])).toBe(230)
  expect(await feesOf(client, [{ id: 'pmt_1' }, { id: 'pmt_3' }])).toBeNull()
})

test('chargebacks are not fees of a payment, and refunded fees reduce the sum', async () => {
  const line = { fee_type: 'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT', amount_refunded: 0 }
  const client = serviceWith({
    pmt_1: [
      { fee_type: 'PROCESSING', amount: 39, amount_refunded: 0 },
      { fee_type: 'CHARGEBACK', amount: 1500, amount_refunded: 0 },
      { ...line, fee_sub_type: 'dispute', amount: 1000 },
      { ...line, fee_sub_type: 'dispute', amount: 1000, is_refund: true },
      { ...line, fee_sub_type: 'reversal', amount: 1000 },
    ],
    pmt_2: [{ ...line, fee_sub_type: null, amount: 500, is_refund: true }],
    pmt_3: [{ ...line, fee_sub_type: 'dispute', amount: 1000 }],
  })
  expect(await feesOf(client, [{ id: 'pmt_1' }])).toBe(1539)
  expect(await feesOf(client, [{ id: 'pmt_2' }])).toBe(-500)
  expect(await feesOf(client, [{ id: 'pmt_3' }])).toBeNull()
})
