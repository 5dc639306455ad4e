import { billsHere } from '../../src-shared/pos/bill/bills-here.ts'
import type { ParkedSale } from '../../src-shared/pos/parked/parked-sale.ts'
import { openLazily } from '../async/open-lazily.ts'
import type { ClientSource } from '../service-calls/call-service.ts'
import { startGivenBackWatch } from './given-back-watch.ts'
import type { NumberingWatchOptions } from './numbering/numbering-watch.ts'
import { startRestoredWatch } from './restored-watch.ts'
import type { SaleRunner } from './runner.ts'
import { startTabWatch } from './tab-watch.ts'

/** Polls the service for what a counter cannot know by itself. */
export interface Watches {
  /** See `NumberingWatch.look`. */
  compareNumbers(): Promise<void>
  stop(): void
}

export function startWatches(
  options: Omit<NumberingWatchOptions, 'counter'> & {
    readonly client: ClientSource
    readonly sale: SaleRunner
    readonly parked: () => readonly ParkedSale[]
    /** See `startGivenBackWatch`. */
    readonly onUnknown: (saleIds: readonly string[]) => void
  },
): Watches {
  const { sale, client, parked, log } = options
  const allBills = () => billsHere({ bill: sale.bill(), aside: sale.aside() }, parked())
  const stopTabWatch = startTabWatch({
    tabs: sale.tabs,
    client,
    onSeen: (tab_id, found) => void sale.dispatch({ kind: 'tab_seen', tab_id, found }),
    log,
  })
  const stopRestoredWatch = startRestoredWatch({
    counter: sale,
    billsHere: allBills,
    client,
    onSeen: (seen) => sale.dispatch({ kind: 'restored_seen', ...seen }),
    log,
  })
  const stopGivenBackWatch = startGivenBackWatch({
    counter: () => ({ bill: sale.bill(), sale: sale.state(), aside: sale.aside() }),
    billsHere: allBills,
    client,
    onUnknown: options.onUnknown,
    onSeen: (seen) => void sale.dispatch({ kind: 'given_back_seen', ...seen }),
    log,
  })
  const numbering = openLazily(async () => {
    const { createNumberingWatch } = await import('./numbering/numbering-watch.ts')
    return createNumberingWatch({ ...options, counter: sale })
  })
  return {
    compareNumbers: async () => (await numbering.open()).look(),
    stop() {
      stopTabWatch()
      stopRestoredWatch()
      stopGivenBackWatch()
      void numbering.end().then((watch) => watch?.stop())
    },
  }
}
