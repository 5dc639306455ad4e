import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import { err, ok } from '../../../src-shared/result.ts'
import { type Portal, usePortal } from '../context.ts'
import { Link } from '../parts/link.tsx'
import { List } from '../parts/list.tsx'
import { Empty, Shown } from '../parts/shown.tsx'
import { type SalesByDay, salesByDay } from '../sales-by-day.ts'
import { accountIn } from '../scope.ts'
import { useLoad } from '../use-load.ts'
import { paymentColumns } from './payment-columns.tsx'
import { SalesChart } from './sales-chart.tsx'

/** Number of days in the chart. */
const days = 14
/** Pages of unsettled sales to load: about a busy day. Further ones are not counted. */
const mostOpenPages = 6

interface Overview {
  readonly sales: SalesByDay
  /** There are more unsettled sales than were loaded: the newest days show a minimum. */
  readonly atLeast: boolean
  readonly latest: readonly PaymentIntent[]
}

/** Sales by day, and the newest payments. */
export function Overview() {
  const portal = usePortal()
  const { words, scope } = portal
  const load = useLoad(() => loadOverview(portal), `overview ${scope.accountId} ${scope.businessId}`)
  return (
    <Shown load={load}>
      {({ sales, atLeast, latest }) =>
        latest.length === 0 ? (
          <Empty title={words('overview.empty.title')} text={words('overview.empty.text')} />
        ) : (
          <>
            <SalesChart sales={sales} atLeast={atLeast} />
            {atLeast ? <p class="hint">{words('overview.atLeast')}</p> : null}
            <section class="block">
              <h2>{words('overview.latest')}</h2>
              <List label={words('overview.latest')} columns={paymentColumns(words)} items={latest} />
              <p>
                <Link to="payments">{words('overview.all')}</Link>
              </p>
            </section>
          </>
        )
      }
    </Shown>
  )
}

async function loadOverview({ api, session, scope }: Portal) {
  const open: PaymentIntent[] = []
  let total = 0
  let starting_after: string | undefined
  for (let pages = 0; pages < mostOpenPages; pages += 1) {
    const body = { status: 'captured', settlement_status: 'unsettled', limit: 50, starting_after } as const
    const answer = await api.call('payment_intents.search', { ...scope, body })
    if (!answer.ok) return answer
    open.push(...answer.value.data)
    const { meta } = answer.value
    // With a cursor, only those after it are counted.
    if (starting_after === undefined) total = meta.total
    starting_after = meta.next_cursor
    if (starting_after === undefined) break
  }
  const [settlements, latest] = await Promise.all([
    api.call('settlements.list', { ...scope, query: { limit: 50 } }),
    api.call('payment_intents.search', { ...scope, body: { limit: 5 } }),
  ])
  if (!settlements.ok) return settlements
  if (!latest.ok) return err(latest.error)
  const timezone = accountIn(session, scope)?.timezone ?? 'UTC'
  return ok<Overview>({
    sales: salesByDay(settlements.value.data, open, { now: Date.now(), days, timezone }),
    atLeast: total > open.length,
    latest: latest.value.data,
  })
}
