import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { cellOf } from '../../src-shared/csv-cell.ts'
import { priceText } from '../../src-shared/price-text.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { PageFailure } from '../components/ask-service.ts'
import type { CursorPage } from './use-pages.ts'

/** English in every language, so that programs can rely on the names; amounts and times have one fixed format. */
const columns = [
  ...(['id', 'account', 'created_at', 'status', 'amount', 'captured', 'refunded', 'currency'] as const),
  ...(['brand', 'last_four', 'settled_at', 'reference', 'description'] as const),
]

export interface PaymentsTable {
  readonly text: string
  readonly count: number
}

type AskPage = (cursor: string | undefined) => Promise<Result<CursorPage<PaymentIntent>, PageFailure>>

/** Before each further page, in ms: the counters share the account's limit of requests per second. */
const beforePageMs = 50
/** Before a page is asked for again that was refused because of that limit, in ms, and how often. */
const beforeRepeatMs = 1_000
const mostRepeats = 10

/**
 * A table (CSV) of all payments that a search finds.
 * @param ask returns the page after a cursor
 * @param onProgress called after each page with the number of payments so far; false ends the search
 * @returns null if it was ended
 */
export async function paymentsTable(
  ask: AskPage,
  onProgress: (count: number) => boolean,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<Result<PaymentsTable | null, PageFailure>> {
  const lines = [lineOf(columns)]
  let cursor: string | undefined
  do {
    if (cursor !== undefined) await pause(beforePageMs)
    let page = await ask(cursor)
    for (let repeats = 0; isBusy(page) && repeats < mostRepeats; repeats += 1) {
      await pause(beforeRepeatMs)
      page = await ask(cursor)
    }
    if (!page.ok) return page
    for (const intent of page.value.data) lines.push(lineOf(cellsOf(intent)))
    if (!onProgress(lines.length - 1)) return ok(null)
    const { has_more, next_cursor } = page.value.meta
    cursor = has_more ? next_cursor : undefined
  } while (cursor !== undefined)
  // Spreadsheet programs read UTF-8 only in a file that begins with a byte order mark.
  return ok({ text: `\uFEFF${lines.join('')}`, count: lines.length - 1 })
}

const isBusy = (page: Awaited<ReturnType<AskPage>>): boolean =>
  !page.ok && page.error.kind === 'refused' && page.error.code === 'rate_limited'

function cellsOf(intent: PaymentIntent): readonly string[] {
  const method = intent.latest_payment?.payment_method
  const card = method?.card ?? method?.bank
  const brand = card != null && 'brand' in card ? card.brand : null
  const lastFour = card != null && 'last_four_digits' in card ? card.last_four_digits : null
  return [
    ...[intent.id, intent.account_id, intent.created_at, intent.status],
    ...[priceText(intent.amount), priceText(intent.amount_captured), priceText(intent.amount_refunded)],
    ...[intent.currency, cellOf(brand ?? ''), cellOf(lastFour ?? ''), intent.settled_at ?? ''],
    ...[cellOf(intent.reference_id ?? ''), cellOf(intent.description ?? '')],
  ]
}

const lineOf = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
