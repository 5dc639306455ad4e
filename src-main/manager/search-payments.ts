import { type CallFailure, isMissingOperation } from '../../src-shared/api/client.ts'
import type { OperationBody } from '../../src-shared/api/operations.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type {
  FoundPayment,
  PaymentSearch,
  PaymentSearchResult,
} from '../../src-shared/pos/manager/manager.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import type { Period } from '../../src-shared/pos/report/business-day.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { serviceRefusal } from '../service-calls/service-refusal.ts'
import { intentOf, isWanted, rowOf } from './found-payments.ts'
import { openRefunds, withOpenRefunds } from './open-refunds.ts'
import { searchOpen } from './search-open.ts'

type Found<Value> = Promise<Result<Value, CommandRefusal>>
const rowsPerPage = 50
/** Maximum number of matching bills that are looked up, the newest. */
const mostSold = 50
/** Look-ups at the same time. */
const together = 10

/** Returns the intents that paid this counter's bills matching these words, the newest first. */
export type SoldHere = (words: string, period: Period, most: number) => Promise<readonly string[]>

export interface SearchOptions {
  readonly client: ClientSource
  readonly soldHere: SoldHere
}

/**
 * Searches payments. A typed or scanned id is looked up itself. Words are searched by the service; where it cannot, and
 * where it finds nothing, they may be the reference of a sale, or match a bill of this counter.
 */
export async function searchPayments(
  options: SearchOptions,
  search: PaymentSearch,
): Found<PaymentSearchResult> {
  if (search.open === undefined) return searchOnce(options, search)
  const [open, refunds] = await Promise.all([
    searchOpen(search, {
      find: (one) => findPayments(options.client, one, one.reference?.trim() ?? ''),
      search: (one) => searchOnce(options, one),
    }),
    openRefunds(options.client, search),
  ])
  if (!open.ok) return open
  return refunds.ok ? ok(withOpenRefunds(open.value, refunds.value)) : refunds
}

async function searchOnce(
  { client, soldHere }: SearchOptions,
  search: PaymentSearch,
): Found<PaymentSearchResult> {
  const reference = search.reference?.trim() ?? ''
  if (/^(pi|pmt)_/.test(reference)) return onlyOne(await intentOf(client, reference))
  const known = await findPayments(client, search, reference)
  if (known !== null) {
    const isAnswered = !known.ok || known.value.rows.length > 0
    if (isAnswered || reference === '' || search.after !== undefined) return known
  }
  const only_here = known === null && (reference !== '' || search.field !== undefined)
  // The specification's search cannot search one field: its answer would be about something else.
  if (search.field === undefined) {
    const found = await callService(client, 'payment_intents.search', { body: bodyOf(search, reference) })
    if (!found.ok) return err(serviceRefusal(found.error))
    const { data, meta } = found.value
    const more = meta.has_more ?? (search.page * rowsPerPage < meta.total || !meta.total_exact)
    const { total, total_exact } = meta
    if (reference === '' || total > 0)
      return ok({
        rows: data.map(rowOf),
        page: search.page,
        limit: rowsPerPage,
        total,
        total_exact,
        more,
        only_here: false,
      })
  }
  const sold = await searchSold(client, search, reference, soldHere)
  return sold.ok ? ok({ ...sold.value, only_here }) : sold
}

/** Null from a service without this operation. */
async function findPayments(
  client: ClientSource,
  search: PaymentSearch,
  words: string,
): Promise<Result<PaymentSearchResult, CommandRefusal> | null> {
  const { after, field, page } = search
  const found = await callService(client, 'payment_intents.find', {
    body: {
      ...filtersOf(search),
      ...(words === '' ? {} : { [field ?? 'text']: words }),
      ...(after === undefined ? {} : { starting_after: after }),
      limit: rowsPerPage,
    },
  })
  if (found.ok) {
    const { data, meta } = found.value
    const { limit, total, total_exact, has_more: more } = meta
    return ok({ rows: data.map(rowOf), page, limit, total, total_exact, more, only_here: false })
  }
  if (isMissingOperation(found.error)) return null
  // Nothing can match: too few digits of a card, or no letter. A later page cannot have this error.
  if (after === undefined && words !== '' && isAbout(found.error, field ?? 'text')) {
    return ok(onlyPage([], page))
  }
  return err(serviceRefusal(found.error))
}

const isAbout = (failure: CallFailure, field: string): boolean =>
  failure.kind === 'refused' && failure.status === 400 && failure.error.param === field

async function searchSold(
  client: ClientSource,
  search: PaymentSearch,
  words: string,
  soldHere: SoldHere,
): Found<PaymentSearchResult> {
  const { created_from, created_to, page } = search
  const period = {
    from: created_from === undefined ? 0 : Date.parse(created_from),
    to: created_to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(created_to) + 1,
  }
  const ids = await soldHere(words, period, mostSold)
  const rows: FoundPayment[] = []
  for (let first = 0; first < ids.length; first += together) {
    const some = ids.slice(first, first + together)
    for (const found of await Promise.all(some.map((id) => intentOf(client, id)))) {
      const refusal = found.ok ? null : serviceRefusal(found.error)
      if (refusal !== null && refusal.code !== 'not_found') return err(refusal)
      if (found.ok && isWanted(rowOf(found.value), search)) rows.push(rowOf(found.value))
    }
  }
  const start = (page - 1) * rowsPerPage
  return ok({
    rows: rows.slice(start, start + rowsPerPage),
    page,
    limit: rowsPerPage,
    total: rows.length,
    total_exact: ids.length < mostSold,
    more: start + rowsPerPage < rows.length,
    only_here: false,
  })
}

/** The filters of both searches. */
function filtersOf({ created_from, created_to, ...search }: PaymentSearch) {
  const { reference: _words, field: _field, page: _page, after: _after, open: _open, ...filters } = search
  return {
    ...filters,
    ...(created_from === undefined ? {} : { created_at_start: created_from }),
    ...(created_to === undefined ? {} : { created_at_end: created_to }),
  }
}

const bodyOf = (search: PaymentSearch, reference: string): OperationBody<'payment_intents.search'> => ({
  ...filtersOf(search),
  ...(reference === '' ? {} : { reference_id: reference }),
  page: search.page,
  limit: rowsPerPage,
})

function onlyOne(found: Result<PaymentIntent, CallFailure>): Result<PaymentSearchResult, CommandRefusal> {
  const refusal = found.ok ? null : serviceRefusal(found.error)
  if (refusal !== null && refusal.code !== 'not_found') return err(refusal)
  return ok(onlyPage(found.ok ? [rowOf(found.value)] : [], 1))
}

/** All that was found. */
const onlyPage = (rows: readonly FoundPayment[], page: number): PaymentSearchResult => ({
  ...{ rows, page, limit: rowsPerPage, total: rows.length, total_exact: true, more: false, only_here: false },
})
