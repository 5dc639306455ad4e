import { stat } from 'node:fs/promises'
import { nothingToSell } from '../../src-shared/pos/at-start.ts'
import { isUntouched } from '../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import type { Tab } from '../../src-shared/pos/bill/tab.ts'
import type { Selling } from '../../src-shared/pos/order/selling.ts'
import type { ParkedSale } from '../../src-shared/pos/parked/parked-sale.ts'
import type { SaleState } from '../../src-shared/pos/sale/sale.ts'
import { openLazily } from '../async/open-lazily.ts'
import type { DataPaths } from '../paths.ts'
import type { SellingContext, SellingService } from './selling-service.ts'

/** Items and orders. The code is not loaded in a shop that has never made an item. */
export interface SellingArea {
  service(): Promise<SellingService>
  /** Loads the files, once the first screen is drawn. Does nothing where there are none. */
  resume(): Promise<void>
  /** Removes an order that is paid, or whose payment is checked beside the next sale. */
  followSale(state: SaleState): void
  followParked(parked: readonly ParkedSale[]): void
  /** The bill takes over its order once a part is paid. */
  followBill(bill: Bill | null): void
  /** The same for a bill that waits beside the next sale. */
  followAside(aside: readonly Bill[]): void
  /** Removes an order that went onto a tab. */
  followTabs(tabs: readonly Tab[]): void
  stop(): Promise<void>
}

/** Whether there is anything to load; read before the first snapshot, so that the layout does not change later. */
export async function sellingAtStart(paths: Pick<DataPaths, 'catalogue' | 'orders'>): Promise<Selling> {
  const sizes = await Promise.all(
    [paths.catalogue, paths.orders].map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.some((size) => size > 0) ? { ...nothingToSell, catalogue: 'loading' } : nothingToSell
}

export function createSellingArea(context: SellingContext, atStart: Selling): SellingArea {
  const { log } = context
  const opening = openLazily(async () => {
    const { openSellingService } = await import('./selling-service.ts')
    return openSellingService(context)
  })
  const isUsed = async () => atStart.catalogue === 'loading' || (await opening.settled()) !== null

  async function sold(orderId: string): Promise<void> {
    if (!(await isUsed())) return
    const service = await opening.open()
    await service.sold(orderId)
  }
  const take = (orderId: string | undefined) => {
    if (orderId === undefined) return
    void sold(orderId).catch((error: unknown) => log.error({ err: error }, 'orders.not_taken_out'))
  }
  const follow = (state: SaleState) => take(state.kind === 'ready' ? undefined : state.sale.order?.id)

  return {
    service: () => opening.open(),
    async resume() {
      if (atStart.catalogue !== 'loading') return
      await opening.open().catch((error: unknown) => {
        log.error({ err: error }, 'orders.not_opened')
        context.onSelling({ catalogue: 'none', unreadable: true })
      })
    },
    followSale(state) {
      if (state.kind === 'approved') follow(state)
    },
    followParked(parked) {
      for (const { state } of parked) follow(state)
    },
    followBill(bill) {
      if (bill !== null && !isUntouched(bill)) take(bill.order?.id)
    },
    followAside(aside) {
      for (const { order } of aside) take(order?.id)
    },
    followTabs(tabs) {
      for (const { rounds } of tabs) {
        const last = rounds.at(-1)
        if (last !== undefined) take(last)
      }
    },
    async stop() {
      await (await opening.settled())?.stop()
    },
  }
}
