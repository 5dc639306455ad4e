import { createNewestIds } from '../../src-shared/newest.ts'
import type { AtCounter } from '../../src-shared/pos/bill/bill-events.ts'
import type { SaleJournal } from './journal.ts'

/** More than the payments of a day. */
const kept = 5_000

/**
 * By which references the service knows the payments of this run and of what its journal had: a sale's id, or that of a
 * bill's link.
 */
export interface OwnReferences {
  has(reference: string): boolean
  /** Before a request that follows from it leaves. */
  follow(now: Pick<AtCounter, 'sale' | 'bill'>): void
}

export function createOwnReferences({ last, bill, parked, tabs, aside }: SaleJournal): OwnReferences {
  const ids = createNewestIds(kept)
  const follow: OwnReferences['follow'] = (now) => {
    if (now.sale.kind !== 'ready') ids.add(now.sale.sale.id)
    for (const tender of now.bill?.tenders ?? []) if (tender.kind === 'card') ids.add(tender.sale.id)
    if (now.bill?.link) ids.add(now.bill.link.id)
    if (now.bill?.tab) ids.add(now.bill.tab.sale.id)
  }
  for (const tab of tabs) ids.add(tab.sale.id)
  for (const one of aside) follow({ sale: { kind: 'ready' }, bill: one })
  for (const one of parked) follow({ sale: one.state, bill: one.bill })
  follow({ sale: last, bill })
  return { has: ids.has, follow }
}
