import { readdir, stat } from 'node:fs/promises'
import { z } from 'zod'
import { type Currency, currencies, defaultCurrency } from '../src-shared/currency.ts'
import { isUnderWay } from '../src-shared/pos/sale/under-way.ts'
import { readJournal } from './journal/line-file.ts'
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

type BooksPaths = Pick<
  DataPaths,
  'booksCurrency' | 'sales' | 'drawer' | 'soldBills' | 'returns' | 'giftCards' | 'zReports'
>

const fileOf = (paths: BooksPaths, accountId: string) =>
  jsonFile(paths.booksCurrency(accountId), booksSchema, null, { keepsGood: true })

/**
 * Whether this counter's books of an account may be opened, and in which currency; the first time it is written down.
 * @param named what the service, or whoever set it up, has said; null: nothing yet
 * @param ask waits until the service says it: where neither it nor the books are known, and before anything is refused
 */
export async function openBooks(
  paths: BooksPaths,
  accountId: string,
  named: Currency | null,
  ask: () => Promise<Currency>,
): Promise<BooksCurrency> {
  const file = fileOf(paths, accountId)
  const kept = (await file.read())?.currency ?? null
  // Books of before there was a choice are in US dollars.
  const books = kept ?? ((await holdsSales(paths, accountId)) ? defaultCurrency : null)
  const isClear = books === null ? named !== null : named === null || named === books
  const account = isClear ? named : await ask()
  const differs = books !== null && account !== null && books !== account
  const found = decideBooks(differs && !(await holdsSales(paths, accountId)) ? null : books, account)
  if (found.kind === 'open' && kept !== found.currency) await file.write({ currency: found.currency })
  return found
}

/** Whether anything was sold, or is on its way: books that are empty are in no currency yet. */
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
  const { lastState } = await import('./sale/read-journal.ts')
  const { state, bill, damaged, unreadable, ...lists } = lastState(text, new Date(0).toISOString())
  const { unclosed, parked, unbooked, unfiled, tabs, aside } = lists
  const open = [unclosed, parked, unbooked, unfiled, tabs, aside]
  const isIdle = state.kind === 'ready' && bill === null && !damaged && unreadable === 0
  return isIdle && open.every((list) => list.length === 0)
}

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
  /** Begins anew with this account: its books were empty, and are in its currency now. */
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
    async open(access, named) {
      present = access
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
