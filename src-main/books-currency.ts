import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { type Currency, currencies, defaultCurrency } from '../src-shared/currency.ts'
import { isUnderWay } from '../src-shared/pos/under-way.ts'
import type { Log } from './log.ts'
import type { DataPaths } from './paths.ts'
import { jsonFile } from './settings/json-file.ts'
import type { SnapshotPublisher } from './snapshot/publisher.ts'
import type { ServiceAccess } from './terminal/service-access.ts'

/** What this counter's books of an account are in: sales, drawer, reports. One currency, for good (decision 71). */
const booksSchema = z.object({ currency: z.enum(currencies) }).nullable()

export type BooksCurrency =
  | { readonly kind: 'open'; readonly currency: Currency }
  /** Sums of two currencies make no sense: the books stay shut. */
  | { readonly kind: 'differs'; readonly books: Currency; readonly account: Currency }

export const decideBooks = (books: Currency | null, account: Currency | null): BooksCurrency =>
  books !== null && account !== null && books !== account
    ? { kind: 'differs', books, account }
    : { kind: 'open', currency: books ?? account ?? defaultCurrency }

type BooksPaths = Pick<DataPaths, 'booksCurrency' | 'sales' | 'drawer' | 'soldBills'>

/**
 * Whether this counter's books of an account may be opened, and in which currency; the first time it is written down.
 * @param named what the service, or whoever set it up, has said; null: nothing yet
 * @param ask waits until the service says it; only where neither it nor the books are known
 */
export async function openBooks(
  paths: BooksPaths,
  accountId: string,
  named: Currency | null,
  ask: () => Promise<Currency>,
): Promise<BooksCurrency> {
  const file = jsonFile(paths.booksCurrency(accountId), booksSchema, null, { keepsGood: true })
  const kept = await file.read()
  const books = kept?.currency ?? ((await hasBooks(paths, accountId)) ? defaultCurrency : null)
  const found = decideBooks(books, named ?? (books === null ? await ask() : null))
  if (found.kind === 'open' && kept === null) await file.write({ currency: found.currency })
  return found
}

/** Books of before there was a choice are in US dollars. */
async function hasBooks(paths: BooksPaths, accountId: string): Promise<boolean> {
  const files = [paths.sales(accountId), paths.drawer(accountId), paths.soldBills(accountId)]
  return (await Promise.all(files.map(isThere))).includes(true)
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Sees to it that nothing is sold into books of another currency than the account's. */
export interface BooksGuard {
  /** Before the account's counter is opened. @returns false where it must stay shut */
  open(access: ServiceAccess, named: Currency | null): Promise<boolean>
  /** What the service says of an account whose counter is open; null: nothing. */
  learned(account: Currency | null): void
  /** Something has changed; a sale that was under way may have ended. */
  follow(): void
}

export function createBooksGuard(options: {
  readonly paths: BooksPaths
  readonly snapshot: SnapshotPublisher
  /** Ends the counter that is open; what was sold stays on the disk. */
  readonly leave: () => Promise<void>
  readonly log: Log
}): BooksGuard {
  const { paths, snapshot, log } = options
  let other: Currency | null = null
  const refuse = (books: string, account: string): void => {
    log.error({ books, account }, 'books.other_currency')
    snapshot.update({ service: { kind: 'other_currency', books, account } })
  }
  const follow = (): void => {
    if (other === null || isUnderWay(snapshot.present())) return
    const [books, account] = [snapshot.present().currency, other]
    other = null
    options.leave().then(
      () => refuse(books, account),
      (error: unknown) => log.error({ err: error }, 'books.not_left'),
    )
  }
  return {
    async open(access, named) {
      const ask = async () => (await import('./live-service/learn-shop.ts')).learnCurrency(access)
      const found = await openBooks(paths, access.accountId, named, ask)
      if (found.kind === 'open') snapshot.update({ currency: found.currency })
      else refuse(found.books, found.account)
      return found.kind === 'open'
    },
    learned(account) {
      other = account === snapshot.present().currency ? null : account
      follow()
    },
    follow,
  }
}
