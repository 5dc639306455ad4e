import { expect, test, vi } from 'vitest'
import type { Counter } from '../../../../src-main/counter/counter.ts'
import { customerHandlers } from '../../../../src-main/ipc/customer-handlers.ts'
import type { SnapshotPublisher } from '../../../../src-main/snapshot/publisher.ts'
import type { Snapshot } from '../../../../src-shared/pos/snapshot.ts'
import { ok } from '../../../../src-shared/result.ts'
import { snapshots } from '../../../pictures/snapshots.ts'

/** The sales whose receipts are sent at the end of this one. */
async function sentAtTheEndOf(snapshot: Snapshot) {
  const receipt = vi.fn(async (_way: string, _cards: readonly { readonly sale: { readonly id: string } }[]) =>
    ok({ sent: true, message: '' }),
  )
  const counter = { sale: { state: () => snapshot.sale }, customers: async () => ({ receipt }) }
  const handlers = customerHandlers({
    counter: () => counter as unknown as Counter,
    snapshot: { present: () => snapshot } as unknown as SnapshotPublisher,
  })
  await handlers['customer.receipt']({ way: 'email' })
  return receipt.mock.calls.map(([, cards]) => cards.map(({ sale }) => sale.id))
}

test('a customer gets the receipts of all cards that paid the bill', async () => {
  const snapshot: Snapshot = snapshots['approved-split']
  const ids = (snapshot.bill?.tenders ?? []).flatMap((one) => (one.kind === 'card' ? [one.sale.id] : []))
  expect(ids.length).toBeGreaterThan(1)
  expect(await sentAtTheEndOf(snapshot)).toEqual([ids])
})

test('a customer whose card paid without a bill gets the receipt of that card', async () => {
  const { sale }: Snapshot = snapshots.approved
  if (sale.kind !== 'approved') throw new Error('a card has paid')
  expect(await sentAtTheEndOf({ ...snapshots.approved, bill: null })).toEqual([[sale.sale.id]])
})

test('no receipt is sent before a sale is approved', async () => {
  expect(await sentAtTheEndOf(snapshots.ready)).toEqual([])
})
