import { changeBook } from '../../src-shared/pos/order/change-book.ts'
import type { OrderBook, OrderChange } from '../../src-shared/pos/order/order-book.ts'
import { type LineFile, startLineFile } from '../journal/line-file.ts'
import type { Log } from '../log.ts'
import { type OrderRecord, readOrders } from './read-orders.ts'

/**
 * What is rung up and what was put aside, in a file of its own: a line for each change, on the disk (fsync) before it is
 * answered. It is written anew at each start, and when it has grown long.
 */
export interface OrderStore {
  book(): OrderBook
  /** Part of what was on the disk could not be read. */
  readonly damaged: boolean
  /** The book is another at once; it is kept when the promise resolves. @returns false when it is the same */
  change(id: string, change: OrderChange): Promise<boolean>
  close(): Promise<void>
}

/** So many lines until the file is written anew: some megabytes, read within a second. */
const longest = 5_000

export async function openOrderStore(options: {
  readonly path: string
  readonly newId: () => string
  readonly onChange: (book: OrderBook) => void
  readonly log: Log
}): Promise<OrderStore> {
  const { path, log, onChange } = options
  const read = await readOrders(path, options.newId(), log)
  let { book } = read
  /** Null where it is written anew before the next line. */
  let file: LineFile | null = await startLineFile(path, [{ book } satisfies OrderRecord])
  let lines = 0
  let queue: Promise<unknown> = Promise.resolve()

  async function append(record: OrderRecord, after: OrderBook): Promise<void> {
    lines += 1
    if (file !== null && lines < longest) {
      try {
        return await file.append(record)
      } catch (error) {
        // The book has changed all the same: no line that follows may stand without this one.
        lines = longest
        throw error
      }
    }
    await file?.close()
    file = null
    file = await startLineFile(path, [{ book: after } satisfies OrderRecord])
    lines = 0
  }

  return {
    book: () => book,
    damaged: read.damaged,
    async change(id, change) {
      const next = changeBook(book, id, change)
      if (next === book) return false
      book = next
      onChange(next)
      const written = queue.then(() => append({ id, change }, next))
      queue = written.catch((error: unknown) => log.error({ err: error }, 'orders.not_kept'))
      await written
      return true
    },
    async close() {
      await queue
      await file?.close()
    },
  }
}
