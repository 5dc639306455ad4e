import { usePortal } from '../context.ts'
import { loadOverview } from '../load-overview.ts'
import { Link } from '../parts/link.tsx'
import { List } from '../parts/list.tsx'
import { Empty, Shown } from '../parts/shown.tsx'
import { useLoad } from '../use-load.ts'
import { paymentColumns } from './payment-columns.tsx'
import { SalesChart } from './sales-chart.tsx'

/** Sales by day, and the newest payments. */
export function Overview() {
  const portal = usePortal()
  const { words, scope } = portal
  const load = useLoad(
    () => loadOverview(portal, Date.now()),
    `overview ${scope.accountId} ${scope.businessId}`,
  )
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
