import type { Snapshot } from '../../src-shared/pos/snapshot.ts'

/** Whether the counter shows items: the catalogue has some, or an order with items is open or put aside. */
export const sellsItems = ({ selling: { catalogue, book, held } }: Snapshot): boolean =>
  catalogue !== 'none' || held > 0 || (book !== null && book.draft.lines.length > 0)
