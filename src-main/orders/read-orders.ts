import { z } from 'zod'
import { changeBook, emptyBook } from '../../src-shared/pos/order/change-book.ts'
import { type OrderBook, orderBookSchema, orderChangeSchema } from '../../src-shared/pos/order/order-book.ts'
import { keepUnreadable } from '../journal/keep-unreadable.ts'
import { readJournal } from '../journal/line-file.ts'
import type { Log } from '../log.ts'

/** All orders at one moment, or one change to them. */
export const orderRecordSchema = z.union([
  z.strictObject({ book: orderBookSchema }),
  z.strictObject({ id: z.string(), change: orderChangeSchema }),
])
export type OrderRecord = z.infer<typeof orderRecordSchema>

/**
 * Reads the orders by applying the file's changes in order. The last line may have been cut off while it was written,
 * before it was reported as kept; any other unreadable line is damage.
 */
export async function readOrders(
  path: string,
  firstId: string,
  log: Log,
): Promise<{ readonly book: OrderBook; readonly damaged: boolean }> {
  const text = await readJournal(path)
  const lines = text.split('\n')
  let book = emptyBook(firstId)
  let damaged = false
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    const record = parsed(line)
    if (record === null) damaged ||= index < lines.length - 1
    else book = 'book' in record ? record.book : changeBook(book, record.id, record.change)
  }
  if (damaged) {
    const aside = await keepUnreadable(path)
    log.error({ aside, lines: book.draft.lines.length, held: book.held.length }, 'orders.unreadable')
  }
  return { book, damaged }
}

function parsed(line: string): OrderRecord | null {
  try {
    return orderRecordSchema.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}
