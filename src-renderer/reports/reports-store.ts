import { create } from 'zustand'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import type { ReportPeriod } from '../../src-shared/pos/report/report-commands.ts'
import type { Report, ServiceCheck, ZReport } from '../../src-shared/pos/report/z-report.ts'
import { askMain } from '../bridge.ts'
import { createLatest } from '../stores/latest.ts'

/** The view of the page. */
export type ReportView = 'period' | 'bank' | 'closed' | 'trend' | 'settings'

interface ReportsStore {
  readonly view: ReportView
  readonly period: ReportPeriod
  /** The figures; null before the first answer. */
  readonly report: Report | null
  /** The service's records of the period; null until it has answered. */
  readonly check: ServiceCheck | null
  readonly failed: RefusalCode | null
  /** The closed report that is shown. */
  readonly closed: { readonly z: ZReport; readonly damaged: boolean } | null
  /** Whether the confirmation to close is shown. */
  readonly asking: boolean
  /** The confirmation was shown for this period: leaving it focuses the close button. A new period keeps the focus. */
  readonly wasAsked: boolean
}

const empty: ReportsStore = {
  view: 'period',
  period: { kind: 'open' },
  report: null,
  check: null,
  failed: null,
  closed: null,
  asking: false,
  wasAsked: false,
}

export const useReportsStore = create<ReportsStore>()(() => empty)

const latest = createLatest()
const latestCheck = createLatest()

/** Shows the figures from this counter's own files first, then asks the service. */
export async function showPeriod(period: ReportPeriod): Promise<void> {
  useReportsStore.setState({
    ...{ period, report: null, check: null, failed: null, asking: false, wasAsked: false },
  })
  const result = await latest.only(() => askMain('reports.view', { period }))
  if (result === null) return
  if (!result.ok) return useReportsStore.setState({ failed: result.error.code })
  useReportsStore.setState({ report: result.value })
  const checked = await latestCheck.only(() => askMain('reports.check', { period }))
  if (checked !== null && useReportsStore.getState().period === period) {
    useReportsStore.setState({
      check: checked.ok ? checked.value : { kind: 'not_checked', detail: checked.error.code },
    })
  }
}

export const showView = (view: ReportView): void =>
  useReportsStore.setState({ view, closed: null, asking: false })

export const askToClose = (asking: boolean): void => useReportsStore.setState({ asking, wasAsked: true })

/** Closes everything since the last report, and shows the new report. */
export async function closePeriod(): Promise<void> {
  const result = await askMain('reports.close', undefined)
  useReportsStore.setState(
    result.ok
      ? { asking: false, view: 'closed', closed: { z: result.value, damaged: false } }
      : { asking: false, failed: result.error.code },
  )
}

export async function openClosed(number: number): Promise<void> {
  const result = await latest.only(() => askMain('reports.open', { number }))
  if (result?.ok) useReportsStore.setState({ closed: result.value })
}

export const leaveClosed = (): void => useReportsStore.setState({ closed: null })

export function forgetReports(): void {
  latest.forget()
  latestCheck.forget()
  useReportsStore.setState(empty)
}

/** The target of Back inside the page; null if Back leaves the page. */
export function useReportsBack(): (() => void) | null {
  const closed = useReportsStore((state) => state.closed)
  const view = useReportsStore((state) => state.view)
  if (closed !== null) return leaveClosed
  return view === 'period' ? null : () => showView('period')
}
