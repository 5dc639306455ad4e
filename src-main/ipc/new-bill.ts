import type { IdSource } from '../../src-shared/ids.ts'
import type { ExchangeTender } from '../../src-shared/pos/bill/bill.ts'
import type { NewBill } from '../../src-shared/pos/bill/bill-events.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import { waitingExchange } from '../../src-shared/pos/returns/waiting-exchange.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { Counter } from '../counter/counter.ts'
import type { SellingArea } from '../orders/selling.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'

/** What the cashier saw: the order's total, or a typed amount. */
export interface AskedBill {
  readonly total: number
  readonly note: string
  readonly orderId: string | undefined
}

interface Sources {
  readonly snapshot: Pick<SnapshotPublisher, 'present'>
  readonly newId: IdSource
  readonly selling: Pick<SellingArea, 'service'>
}

/**
 * A bill for the order that is rung up, or for a typed amount. Null when the order has changed, or when goods are
 * waiting for an exchange, whose value this bill would not include.
 */
export async function newBillOf(
  { selling, snapshot, newId }: Sources,
  { total, note, orderId }: AskedBill,
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
 * The bill that a tender starts; null where the tender is for `present`, the bill at the counter. Refused where that
 * bill is not the one that the cashier saw: a change of the bill is shown only once it is on the disk.
 */
export async function billForTender(
  sources: Sources,
  present: { readonly id: string } | null,
  asked: AskedBill,
): Promise<Result<NewBill | null, CommandRefusal>> {
  if (sources.snapshot.present().bill?.id !== present?.id) {
    return refuse('not_now', 'the bill has changed')
  }
  if (present !== null) return ok(null)
  const bill = await newBillOf(sources, asked)
  return bill === null ? orderChanged : ok(bill)
}

/** Whether the order is part of a bill that has not left: it must not be paid a second time by a link or a tab. */
export const isOnBill = (sale: Pick<Counter['sale'], 'bill' | 'aside'>, orderId: string): boolean =>
  [sale.bill(), ...sale.aside()].some((bill) => bill?.order?.id === orderId)

export const orderOnBill = refuse('not_now', 'a bill of this order is open')

export const orderChanged = refuse('not_now', 'the order has changed')
