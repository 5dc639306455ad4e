import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import { defaultPageSize } from '../../src-shared/api/schemas/common.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { SearchPaymentIntentsBody } from '../../src-shared/api/schemas/search.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { accountsInReach } from '../accounts/accounts-in-reach.ts'
import type { Caller } from '../caller.ts'
import type { Services } from '../services.ts'
import { countWithin, cursorNotInList } from '../store/read-page.ts'
import type { Condition, Row, Search } from '../store/store.ts'
import { secretView } from './intent-view.ts'
import { isStatusOfBoth } from './states.ts'

type Body = SearchPaymentIntentsBody
type Filters = Omit<Body, 'sort_column' | 'sort_direction' | 'limit' | 'page' | 'starting_after'>
/** A search without its accounts. */
export type SearchTerms = Omit<Search, 'accountIds' | 'after' | 'sort'> & {
  readonly sort: { readonly column: SortColumn; readonly direction: 'asc' | 'desc' }
}
type SortColumn = NonNullable<Body['sort_column']>

const dayMs = 86_400_000
const dateOnly = /^\d{4}-\d{2}-\d{2}$/
const withOffset = /(?:Z|[+-]\d{2}:\d{2})$/

/** Section 4.2: a value without a UTC offset is in UTC, a date alone covers the whole UTC day. @returns ms */
export function momentOf(text: string, edge: 'start' | 'end'): number {
  if (dateOnly.test(text)) return Date.parse(text) + (edge === 'start' ? 0 : dayMs - 1)
  return Date.parse(withOffset.test(text) ? text : `${text}Z`)
}

interface Range {
  readonly column: string
  readonly from: keyof Filters
  readonly to: keyof Filters
}

const ranges: readonly Range[] = [
  { column: 'created_at', from: 'created_at_start', to: 'created_at_end' },
  // Deprecated but still supported: the same as created_at.
  { column: 'created_at', from: 'start_date', to: 'end_date' },
  { column: 'updated_at', from: 'updated_at_start', to: 'updated_at_end' },
  { column: 'settled_at', from: 'settled_at_start', to: 'settled_at_end' },
  { column: 'amount', from: 'amount_min', to: 'amount_max' },
]

function rangeConditions(
  body: Filters,
  { column, from, to }: Range,
): Result<readonly Condition[], ServiceError> {
  const edgeOf = (field: keyof Filters, edge: 'start' | 'end') => {
    const value = body[field]
    return typeof value === 'string' ? momentOf(value, edge) : (value as number | undefined)
  }
  const [least, most] = [edgeOf(from, 'start'), edgeOf(to, 'end')]
  if (least !== undefined && most !== undefined && least > most) {
    const message = `${from} must not be greater than ${to}, but ${body[from]} is greater than ${body[to]}.`
    return refuse('parameter_invalid', message, { param: from })
  }
  return ok([
    ...(least === undefined ? [] : [{ column, is: '>=' as const, value: least }]),
    ...(most === undefined ? [] : [{ column, is: '<=' as const, value: most }]),
  ])
}

const fixedFilters = ['reference_id', 'status', 'settlement_status', 'payment_status'] as const

/** Converts the filters to conditions of the store. Refuses a range that is empty. */
export function filterConditions(body: Filters): Result<readonly Condition[], ServiceError> {
  const where: Condition[] = fixedFilters.flatMap((column) => {
    const value = body[column]
    return value === undefined ? [] : [{ column, is: '=' as const, value }]
  })
  // A settled intent has a settlement time; this condition makes the search use that index.
  if (body.settlement_status === 'settled') where.push({ column: 'settled_at', is: 'not null' })
  // The index of unsettled intents is by payment status, which equals the intent's status here.
  const { status, settlement_status, payment_status } = body
  if (settlement_status === 'unsettled' && payment_status === undefined && status && isStatusOfBoth(status)) {
    where.push({ column: 'payment_status', is: '=', value: status })
  }
  if (body.has_refund !== undefined) {
    where.push({ column: 'has_refund', is: body.has_refund ? 'not null' : 'null' })
  }
  for (const range of ranges) {
    const conditions = rangeConditions(body, range)
    if (!conditions.ok) return conditions
    where.push(...conditions.value)
  }
  return ok(where)
}

export function searchTerms(body: Body): Result<SearchTerms, ServiceError> {
  const where = filterConditions(body)
  if (!where.ok) return where
  const { page = 1, limit = defaultPageSize } = body
  if (body.page !== undefined && body.starting_after !== undefined) {
    return refuse('parameter_invalid', 'Send page or starting_after, not both.', { param: 'starting_after' })
  }
  const sort = { column: body.sort_column ?? 'created_at', direction: body.sort_direction ?? 'desc' } as const
  return ok({ where: where.value, sort, offset: (page - 1) * limit, limit })
}

/**
 * Section 4.2: a page by number, which is always whole, or by cursor, which ends after about a megabyte like any list's.
 */
export async function searchIntents(services: Services, caller: Caller, body: Body) {
  const terms = searchTerms(body)
  if (!terms.ok) return terms
  const { sort, offset, limit } = terms.value
  const accountIds = await accountsInReach(services, caller)
  const { starting_after } = body
  const after =
    starting_after === undefined
      ? ok(null)
      : await placeOf(services, { accountIds, column: sort.column, id: starting_after })
  if (!after.ok) return after
  const found = await services.store.search<PaymentIntent>('payment_intent', {
    ...terms.value,
    accountIds,
    ...(after.value === null ? {} : { after: after.value }),
  })
  const data = starting_after === undefined ? found.rows : found.rows.slice(0, countWithin(found.rows))
  // The total is always above the number shown so far if there are more.
  const has_more = data.length > 0 && found.total > offset + data.length
  const last = data.at(-1)
  return ok({
    data: data.map((row) => secretView(row.document, caller)),
    meta: {
      ...(starting_after === undefined ? { page: body.page ?? 1 } : {}),
      ...{ limit, total: found.total, total_exact: found.exact, has_more },
      ...(has_more && last !== undefined ? { next_cursor: cursorAt(last, sort.column) } : {}),
    },
  })
}

const keyOf = ({ created_at, updated_at, document }: Row<PaymentIntent>, column: SortColumn): number =>
  ({ created_at, updated_at, amount: document.amount })[column]

/**
 * Returns the cursor after a row: its id, and its place if that may change. Otherwise the next page would begin where the
 * row is by then, and leave out or repeat the rows in between. In letters too, because digits alone may look like a card.
 */
const cursorAt = (row: Row<PaymentIntent>, column: SortColumn): string =>
  column === 'created_at' ? row.id : `${row.id}@${keyOf(row, column).toString(36)}`

/**
 * Returns the cursor's position in the order of a column; an id of another tenant counts as unknown. An id alone is at
 * its row's current place.
 */
export async function placeOf(
  { store }: Pick<Services, 'store'>,
  { accountIds, column, id: cursor }: Cursor,
): Promise<Result<NonNullable<Search['after']>, ServiceError>> {
  const [id = '', place, ...more] = cursor.split('@')
  const row = await store.find<PaymentIntent>('payment_intent', id)
  const key = place === undefined ? row && keyOf(row, column) : placeIn(place)
  if (row === null || key === null || more.length > 0 || !accountIds.includes(row.account_id)) {
    return err(cursorNotInList(cursor, 'starting_after'))
  }
  return ok({ key, id })
}

/** @returns null for a text that no cursor has */
function placeIn(text: string): number | null {
  const key = Number.parseInt(text, 36)
  return Number.isSafeInteger(key) && key >= 0 && key.toString(36) === text ? key : null
}

interface Cursor {
  readonly accountIds: readonly string[]
  readonly column: SortColumn
  /** The cursor as it was sent. */
  readonly id: string
}
