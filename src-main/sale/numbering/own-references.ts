import { createNewestIds } from '../../../src-shared/newest.ts'
import type { AtCounter } from '../../../src-shared/pos/bill/bill-events.ts'
import type { SaleJournal } from '../journal.ts'

/** Number of references that are kept: more than the payments between two looks at the service (numbering-watch.ts). */
const kept = 128

/** The references at the service of payments that this run made, or found in its journal: ids of sales or links. */
export interface OwnReferences {
  has(reference: string): boolean
  /** Adds the references of this state; called before a request that follows from it is sent. */
  follow(now: Pick<AtCounter, 'sale' | 'bill'>): void
  /** Whether all references added since the last `compared` are still kept. */
  areAllKnown(): boolean
  /** All payments that the service has now have been compared. */
  compared(): void
}

export function createOwnReferences({
  last,
  bill,
  parked,
  tabs,
  aside,
}: Pick<SaleJournal, 'last' | 'bill' | 'parked' | 'tabs' | 'aside'>): OwnReferences {
  const ids = createNewestIds(kept)
  let added = 0
  const add = (id: string): void => {
    if (!ids.has(id)) added += 1
    ids.add(id)
  }
  const follow: OwnReferences['follow'] = (now) => {
    if (now.sale.kind !== 'ready') add(now.sale.sale.id)
    for (const tender of now.bill?.tenders ?? []) if (tender.kind === 'card') add(tender.sale.id)
    if (now.bill?.link) add(now.bill.link.id)
    if (now.bill?.tab) add(now.bill.tab.sale.id)
  }
  for (const tab of tabs) add(tab.sale.id)
  for (const one of aside) follow({ sale: { kind: 'ready' }, bill: one })
  for (const one of parked) follow({ sale: one.state, bill: one.bill })
  follow({ sale: last, bill })
  added = 0
  return {
    has: ids.has,
    follow,
    areAllKnown: () => added <= kept,
    compared() {
      added = 0
    },
  }
}
