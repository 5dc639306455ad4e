import { readdir, stat } from 'node:fs/promises'
import { z } from 'zod'
import { type Currency, currencies, defaultCurrency } from '../../src-shared/currency.ts'
import { isUnderWay } from '../../src-shared/pos/sale/under-way.ts'
import { readJournal } from '../journal/line-file.ts'
import type { Log } from '../log.ts'
import type { DataPaths } from '../paths.ts'
import { jsonFile } from '../settings/json-file.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'

/** The one currency of this counter's books of an account (sales, drawer, reports). It never changes (decision 71). */
const booksSchema = z.object({ currency: z.enum(currencies) }).nullable()

export type BooksCurrency =
  | { readonly kind: 'open'; readonly currency: Currency }
  /** Sums over two currencies make no sense: the books are not opened. */
  | { readonly kind: 'differs'; readonly books: Currency; readonly account: Currency }

export const decideBooks = (books: Currency | null, account: Currency | null): BooksCurrency =>
  books !== null && account !== null && books !== account
    ? { kind: 'differs', books, account }
    : { kind: 'open', currency: books ?? account ?? defaultCurrency }

type BooksPaths = Pick<
  DataPaths,
  'booksCurrency' | 'sales' | 'drawer' | 'soldBills' | 'returns' | 'giftCards' | 'zReports'
>

const fileOf = (paths: BooksPaths, accountId: string) =>
  jsonFile(paths.booksCurrency(accountId), booksSchema, null, { keepsGood: true })

/**
 * Returns whether this counter's books of an account may be opened, and in which currency. Writes the currency down the
 * first time.
 * @param named the currency reported by the service or by its configuration; null: not known yet
 * @param ask waits until the service reports it: used where neither `named` nor the books show it, and before refusing
 */
export async function openBooks(
  paths: BooksPaths,
  accountId: string,
  named: Currency | null,
  ask: () => Promise<Currency>,
): Promise<BooksCurrency> {
  const file = fileOf(paths, accountId)
  const kept = (await file.read())?.currency ?? null
  // Books from before the currency could be chosen are in US dollars.
  const books = kept ?? ((await holdsSales(paths, accountId)) ? defaultCurrency : null)
  const isClear = books === null ? named !== null : named === null || named === books
  const account = isClear ? named : await ask()
  const differs = books !== null && account !== null && books !== account
  const found = decideBooks(differs && !(await holdsSales(paths, accountId)) ? null : books, account)
  if (found.kind === 'open' && kept !== found.currency) await file.write({ currency: found.currency })
  return found
}

/** Whether the books hold a sale, or one is under way. Empty books have no currency yet. */
async function holdsSales(paths: BooksPaths, accountId: string): Promise<boolean> {
  const files = [paths.drawer, paths.soldBills, paths.returns, paths.giftCards, paths.zReports]
  const filled = await Promise.all(files.map((path) => isFilled(path(accountId))))
  return filled.includes(true) || !(await isUntouchedJournal(await readJournal(paths.sales(accountId))))
}

const isFilled = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => null)
  if (found === null) return false
  return found.isDirectory() ? (await readdir(path)).length > 0 : found.size > 0
}

async function isUntouchedJournal(text: string): Promise<boolean> {
  const { lastState } = await import('../sale/read-journal.ts')
  const { state, bill, damaged, unreadable, ...lists } = lastState(text, new Date(0).toISOString())
  const { unclosed, parked, unbooked, unfiled, tabs, aside } = lists
  const open = [unclosed, parked, unbooked, unfiled, tabs, aside]
  const isIdle = state.kind === 'ready' && bill === null && !damaged && unreadable === 0
  return isIdle && open.every((list) => list.length === 0)
}

/** Prevents sales in one currency from being booked in books of another. */
export interface BooksGuard {
  /**
   * Called before the account's counter is opened; rejects if it is stopped while the service is asked.
   * @returns false where it must stay closed
   */
  open(access: ServiceAccess, named: Currency | null, stopped: AbortSignal): Promise<boolean>
  /** Takes the currency that the service reports for an account whose counter is open; null: it reports none. */
  learned(account: Currency | null): void
  /** Called after a change of the snapshot: a sale that was under way may have ended. */
  follow(): void
}

export function createBooksGuard(options: {
  readonly paths: BooksPaths
  readonly snapshot: SnapshotPublisher
  /** Closes the open counter; what was sold stays on the disk. */
  readonly leave: () => Promise<void>
  /** Opens the counter of this account again: its books were empty, and now have the account's currency. */
  readonly reopen: (access: ServiceAccess) => Promise<void>
  readonly log: Log
}): BooksGuard {
  const { paths, snapshot, log } = options
  let other: Currency | null = null
  let present: ServiceAccess | null = null
  const refuse = (books: string, account: string): void => {
    log.error({ books, account }, 'books.other_currency')
    snapshot.update({ service: { kind: 'other_currency', books, account }, terminal: { kind: 'none' } })
  }
  async function leaveFor(account: Currency): Promise<void> {
    const books = snapshot.present().currency
    await options.leave()
    if (present === null || (await holdsSales(paths, present.accountId))) return refuse(books, account)
    await fileOf(paths, present.accountId).write({ currency: account })
    await options.reopen(present)
  }
  const follow = (): void => {
    if (other === null || isUnderWay(snapshot.present())) return
    const account = other
    other = null
    leaveFor(account).catch((error: unknown) => log.error({ err: error }, 'books.not_left'))
  }
  return {
    async open(access, named, stopped) {
      present = access
      const ask = async () => (await import('../live-service/learn-shop.ts')).learnCurrency(access, stopped)
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
