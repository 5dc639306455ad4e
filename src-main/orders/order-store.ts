import { changeBook } from '../../src-shared/pos/order/change-book.ts'
import type { OrderBook, OrderChange } from '../../src-shared/pos/order/order-book.ts'
import { createTurns } from '../async/in-turn.ts'
import { type LineFile, startLineFile } from '../journal/line-file.ts'
import type { Log } from '../log.ts'
import { type OrderRecord, readOrders } from './read-orders.ts'

/**
 * The order that is rung up and those on hold, in a separate file: a line for each change, on the disk (fsync) before
 * the answer. The file is compacted at each start, and when it has grown long.
 */
export interface OrderStore {
  book(): OrderBook
  /** Whether part of the file could not be read. */
  readonly damaged: boolean
  /** The book changes at once; the promise resolves when it is on the disk. @returns false when nothing changed */
  change(id: string, change: OrderChange): Promise<boolean>
  close(): Promise<void>
}

/** The file is compacted after this many lines: a few megabytes, which load in under a second. */
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
  /** Null while the file has to be compacted before the next line. */
  let file: LineFile | null = await startLineFile(path, [{ book } satisfies OrderRecord])
  let lines = 0
  const { inTurn, settled } = createTurns()

  async function append(record: OrderRecord, after: OrderBook): Promise<void> {
    lines += 1
    if (file !== null && lines < longest) {
      try {
        return await file.append(record)
      } catch (error) {
        // The book has changed all the same, so the file is compacted before the next line.
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
      await inTurn(() => append({ id, change }, next)).catch((error: unknown) => {
        log.error({ err: error }, 'orders.not_kept')
        throw error
      })
      return true
    },
    async close() {
      await settled()
      await file?.close()
    },
  }
}
