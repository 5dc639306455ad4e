import { stringify } from 'csv-stringify/sync'
import { cellOf } from '../../src-shared/csv-cell.ts'
import type {
  FoundPayment,
  PaymentSearch,
  PaymentSearchResult,
} from '../../src-shared/pos/manager/manager.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import { priceText } from '../../src-shared/price-text.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { writeWhole } from '../files/write-whole.ts'

/** English in every language, so that programs can rely on the names; amounts and times have one fixed format. */
const columns = [
  'id',
  'created_at',
  'status',
  'amount',
  'captured',
  'refunded',
  'currency',
  'brand',
  'last_four',
  'settled',
  'reference',
  'note',
] as const

const rowOf = (row: FoundPayment): readonly string[] => [
  row.intent_id,
  row.created_at,
  row.declined ? 'declined' : row.status,
  priceText(row.amount),
  priceText(row.amount_captured),
  priceText(row.amount_refunded),
  row.currency,
  cellOf(row.brand ?? ''),
  cellOf(row.last_four ?? ''),
  row.settled ? 'yes' : 'no',
  cellOf(row.reference ?? ''),
  cellOf(row.note ?? ''),
]

const pageText = (rows: readonly (readonly string[])[], first: boolean): string =>
  // Spreadsheet programs read UTF-8 only in a file that begins with a byte order mark.
  stringify(first ? [[...columns], ...rows] : [...rows], { bom: first, record_delimiter: 'windows' })

/**
 * Writes all found payments to a file, page by page, so that only one page is in memory at a time. The file appears
 * when it is complete; a failed export leaves none.
 */
export async function exportPayments(
  asked: PaymentSearch,
  search: (page: PaymentSearch) => Promise<Result<PaymentSearchResult, CommandRefusal>>,
  path: string,
): Promise<Result<{ readonly count: number }, CommandRefusal>> {
  let count = 0
  let refused: Result<never, CommandRefusal> | null = null
  async function* pages(): AsyncGenerator<string> {
    for (let next: PaymentSearch | null = { ...asked, page: 1 }; next !== null; ) {
      const page = await search(next)
      if (!page.ok) {
        refused = page
        throw new Error(page.error.message)
      }
      const { rows, more } = page.value
      yield pageText(rows.map(rowOf), count === 0)
      count += rows.length
      const after = rows.at(-1)?.intent_id
      next = more && after !== undefined ? { ...asked, page: next.page + 1, after } : null
    }
  }
  try {
    await writeWhole(path, pages())
    return ok({ count })
  } catch (error) {
    if (refused !== null) return refused
    throw error
  }
}
