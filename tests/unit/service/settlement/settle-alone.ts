import { expect } from 'vitest'
import type { RefundDocument } from '../../../../src-service/refunds/documents.ts'
import { decideSettleRefund } from '../../../../src-service/settlement/decide-settle-refund.ts'
import { mustOf, type PaymentsHarness } from '../intents/payments-harness.ts'

/** Settles a void without its payment, as former versions did. */
export async function settleAlone({ services, caller }: PaymentsHarness, refundId: string): Promise<void> {
  const row = await services.store.get<RefundDocument>('refund', caller.accountId, refundId)
  if (row === null) throw new Error('the refund is missing')
  const alone = mustOf(decideSettleRefund(row, 'stl_of_before', { now: 1, newId: () => 'x' } as never))
  expect((await services.store.commit({ writes: alone.writes })).ok).toBe(true)
}
