import type { Selling } from '../../src-shared/pos/order/selling.ts'
import { followCustomerOfOrder } from '../customers/customer-of-order.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'
import { createSellingArea, type SellingArea } from './selling.ts'
import type { SellingContext } from './selling-service.ts'

/** Items and orders, shown in the snapshot. The chosen customer goes along with the order. */
export function setUpSelling({
  snapshot,
  atStart,
  ...context
}: Omit<SellingContext, 'present' | 'onSelling'> & {
  readonly snapshot: SnapshotPublisher
  readonly atStart: Selling
}): SellingArea {
  const { present, update } = snapshot
  const followOrder = followCustomerOfOrder({
    chosen: () => present().customer,
    onChosen: (customer) => update({ customer }),
    isPaying: () => present().sale.kind !== 'ready' || present().bill !== null,
  })
  return createSellingArea(
    {
      ...context,
      present,
      onSelling(changes) {
        if (changes.book) followOrder(changes.book.draft.id)
        update({ selling: { ...present().selling, ...changes } })
      },
    },
    atStart,
  )
}
