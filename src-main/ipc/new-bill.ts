import type { IdSource } from '../../src-shared/ids.ts'
import type { ExchangeTender } from '../../src-shared/pos/bill/bill.ts'
import type { NewBill } from '../../src-shared/pos/bill/bill-events.ts'
import { waitingExchange } from '../../src-shared/pos/returns/waiting-exchange.ts'
import { err } from '../../src-shared/result.ts'
import type { SellingArea } from '../orders/selling.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'

interface Asked {
  readonly total: number
  readonly note: string
  readonly orderId: string | undefined
}

/**
 * A bill of what is rung up, or typed. Null when the order is another one by now, or when the goods are for an exchange
 * whose worth the bill would forget.
 */
export async function newBillOf(
  {
    selling,
    snapshot,
    newId,
  }: {
    readonly snapshot: Pick<SnapshotPublisher, 'present'>
    readonly newId: IdSource
    readonly selling: Pick<SellingArea, 'service'>
  },
  { total, note, orderId }: Asked,
  exchange?: ExchangeTender,
): Promise<NewBill | null> {
  const order = orderId === undefined ? null : (await selling.service()).toCharge(orderId, total)
  if (orderId !== undefined && order === null) return null
  const { currency } = snapshot.present()
  const bill = { id: newId('bill'), order, total, currency, note: note.trim() }
  if (exchange !== undefined) return { ...bill, exchange }
  return waitingExchange(snapshot.present()) === null ? bill : null
}

/**
 * Whether the bill that a tender is for is still the one that whoever pressed it saw: where the counter has another one by
 * now, or none, no window shows it until it is on the disk.
 */
export const isShownBill = (
  snapshot: Pick<SnapshotPublisher, 'present'>,
  present: { readonly id: string } | null,
): boolean => snapshot.present().bill?.id === present?.id

export const billChanged = err({ code: 'not_now', message: 'the bill has changed' } as const)
export const orderChanged = err({ code: 'not_now', message: 'the order has changed' } as const)
