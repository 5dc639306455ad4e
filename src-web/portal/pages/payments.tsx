import { useRef, useState } from 'preact/hooks'
import { parseAmount } from '../../../src-shared/amount-text.ts'
import type { OperationBody } from '../../../src-shared/api/operations.ts'
import type { PaymentIntentStatus } from '../../../src-shared/api/schemas/payment-intent.ts'
import type { Cents } from '../../../src-shared/money.ts'
import { ok } from '../../../src-shared/result.ts'
import { usePortal } from '../context.ts'
import { endOfDay, startOfDay } from '../local-days.ts'
import { Field, Select } from '../parts/fields.tsx'
import { Leaf, List } from '../parts/list.tsx'
import { Empty, Shown } from '../parts/shown.tsx'
import { usePages } from '../use-pages.ts'
import { paymentColumns } from './payment-columns.tsx'
import { PaymentsExport } from './payments-export.tsx'

const statuses = [
  'captured',
  'uncaptured',
  'pending',
  'processing',
  'created',
  'cancelled',
  'failed',
] as const
const perPage = 20
/** The largest page of the service. */
const perPageOfExport = 50

interface Filters {
  readonly status: string
  readonly from: string
  readonly to: string
  readonly amount: string
  readonly reference: string
  readonly refunded: string
}
const noFilters: Filters = { status: '', from: '', to: '', amount: '', reference: '', refunded: '' }

/** Converts filters to a search: whole days of this browser's time zone, exact amount. @param amount null: any */
function searchFor(
  filters: Filters,
  amount: Cents | null,
  { starting_after, limit }: { readonly starting_after: string | undefined; readonly limit: number },
): OperationBody<'payment_intents.search'> {
  const reference = filters.reference.trim()
  return {
    limit,
    starting_after,
    ...(filters.status === '' ? {} : { status: filters.status as PaymentIntentStatus }),
    ...(filters.from === '' ? {} : { created_at_start: startOfDay(filters.from) }),
    ...(filters.to === '' ? {} : { created_at_end: endOfDay(filters.to) }),
    ...(amount === null ? {} : { amount_min: amount, amount_max: amount }),
    ...(reference === '' ? {} : { reference_id: reference }),
    ...(filters.refunded === '' ? {} : { has_refund: filters.refunded === 'yes' }),
  }
}

export function Payments() {
  const { words, api, scope } = usePortal()
  const [filters, setFilters] = useState(noFilters)
  const list = `payments ${scope.accountId} ${scope.businessId} ${JSON.stringify(filters)}`
  const shown = useRef(list)
  shown.current = list
  const set = (name: keyof Filters) => (value: string) => setFilters({ ...filters, [name]: value })
  const amount = parseAmount(filters.amount, words.language)
  const isNoAmount = amount === null && filters.amount.trim() !== ''
  const search = async (starting_after: string | undefined, limit: number) => {
    const body = searchFor(filters, amount, { starting_after, limit })
    const answer = await api.call('payment_intents.search', { ...scope, body })
    if (!answer.ok) return answer
    const { has_more = false, ...meta } = answer.value.meta
    return ok({ data: answer.value.data, meta: { ...meta, has_more } })
  }
  const pages = usePages(async (cursor) => {
    const page = await search(cursor, perPage)
    // With a cursor, only the payments after it are counted. An answer to a former filter may arrive late.
    if (page.ok && cursor === undefined && shown.current === list) setCounted(page.value.meta)
    return page
  }, list)
  const [counted, setCounted] = useState({ total: 0, total_exact: true })
  /** Null while it is not known. */
  const isEmpty = pages.state.at === 'there' ? pages.state.value.data.length === 0 : null
  const isFiltered = JSON.stringify(filters) !== JSON.stringify(noFilters)
  return (
    <>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Select label={words('payment.status')} value={filters.status} onChange={set('status')}>
          <option value="">{words('filter.any')}</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {words(`intentStatus.${status}`)}
            </option>
          ))}
        </Select>
        <Select label={words('filter.refunds')} value={filters.refunded} onChange={set('refunded')}>
          <option value="">{words('filter.any')}</option>
          <option value="yes">{words('filter.withRefund')}</option>
          <option value="no">{words('filter.withoutRefund')}</option>
        </Select>
        <Field label={words('filter.from')} type="date" value={filters.from} onChange={set('from')} />
        <Field label={words('filter.to')} type="date" value={filters.to} onChange={set('to')} />
        <Field
          label={words('payment.amount')}
          inputMode="decimal"
          {...(isNoAmount ? { problem: words('refund.notAnAmount') } : {})}
          value={filters.amount}
          onChange={set('amount')}
        />
        <Field label={words('payment.reference')} value={filters.reference} onChange={set('reference')} />
        {isFiltered ? (
          <button type="button" class="secondary small" onClick={() => setFilters(noFilters)}>
            {words('filter.clear')}
          </button>
        ) : null}
      </form>
      <div class="list-head">
        <p class="hint" role="status">
          {isEmpty !== false
            ? ''
            : counted.total_exact
              ? words.counted('payment.total', counted.total)
              : words('payment.atLeast', { count: counted.total })}
        </p>
        {isEmpty === true || isNoAmount ? null : (
          <PaymentsExport key={list} ask={(cursor) => search(cursor, perPageOfExport)} />
        )}
      </div>
      <Shown load={pages}>
        {({ data }) =>
          data.length === 0 ? (
            isFiltered ? (
              <Empty title={words('filter.none.title')} text={words('filter.none.text')} />
            ) : (
              <Empty title={words('overview.empty.title')} text={words('overview.empty.text')} />
            )
          ) : (
            <>
              <List label={words('page.payments')} columns={paymentColumns(words)} items={data} />
              <Leaf {...pages} />
            </>
          )
        }
      </Shown>
    </>
  )
}
