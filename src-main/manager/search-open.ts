import type {
  FoundPayment,
  PaymentSearch,
  PaymentSearchResult,
} from '../../src-shared/pos/manager/manager.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'

type Answer = Result<PaymentSearchResult, CommandRefusal>

export interface OneStatus {
  /** With a cursor; null where the service has no such operation. */
  find(search: PaymentSearch): Promise<Answer | null>
  /** Searches with numbered pages. */
  search(search: PaymentSearch): Promise<Answer>
}

/** Statuses in which an intent waits for a person, or for an answer. */
const openStatuses = ['processing', 'uncaptured', 'created'] as const

/**
 * Lists the sales that were left open; the service searches one status at a time. With a cursor the newest come first;
 * with numbered pages, each page holds that page of each status.
 */
export async function searchOpen(
  { open: _open, ...asked }: PaymentSearch,
  { find, search }: OneStatus,
): Promise<Answer> {
  const each = openStatuses.map((status) => ({ ...asked, status }))
  // An id names one payment, whatever the filters are.
  if (!/^(pi|pmt)_/.test(asked.reference?.trim() ?? '')) {
    const found = await Promise.all(each.map(find))
    const known = found.flatMap((one) => (one === null ? [] : [one]))
    if (known.length === each.length) {
      const merged = together(known)
      const isAnswered = !merged.ok || merged.value.rows.length > 0 || asked.after !== undefined
      if (isAnswered || asked.reference === undefined) return merged.ok ? ok(firstOf(merged.value)) : merged
    }
  }
  return together(await Promise.all(each.map(search)))
}

function together(answers: readonly Answer[]): Answer {
  const found: PaymentSearchResult[] = []
  for (const answer of answers) {
    if (!answer.ok) return err(answer.error)
    found.push(answer.value)
  }
  const rows = new Map(found.flatMap((one) => one.rows.map((row) => [row.intent_id, row] as const)))
  const counted = found.reduce((all, { total }) => all + total, 0)
  const twice = found.reduce((all, one) => all + one.rows.length, 0) - rows.size
  return ok({
    rows: [...rows.values()].sort(newestFirst),
    page: Math.max(...found.map(({ page }) => page)),
    limit: Math.max(...found.map(({ limit }) => limit)),
    total: counted - twice,
    total_exact: found.every((one) => one.total_exact),
    more: found.some((one) => one.more),
    only_here: found.some((one) => one.only_here),
  })
}

/** The next page continues after the last of these, so it includes the rows cut off here. */
const firstOf = (found: PaymentSearchResult): PaymentSearchResult => ({
  ...found,
  rows: found.rows.slice(0, found.limit),
  more: found.more || found.rows.length > found.limit,
})

/** The service's own order, so that a cursor means the same in each status. */
const newestFirst = (one: FoundPayment, other: FoundPayment): number => (keyOf(other) > keyOf(one) ? 1 : -1)

const keyOf = ({ created_at, intent_id }: FoundPayment): string => `${created_at} ${intent_id}`
