import { Page } from '../components/page.tsx'
import { Segments } from '../components/segments.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useWhenLeft } from '../stores/put-aside.ts'
import { Bank } from './bank.tsx'
import { ClosedReports } from './closed-reports.tsx'
import { DaySettings } from './day-settings.tsx'
import { PeriodReport } from './period-report.tsx'
import { forgetReports, type ReportView, showView, useReportsStore } from './reports-store.ts'
import { Trend } from './trend.tsx'

const views = ['period', 'bank', 'closed', 'trend', 'settings'] as const satisfies readonly ReportView[]

/** The manager's reports: figures of a period, closed reports, and a comparison of days. */
export function ReportsPage() {
  const { t } = useTranslation('reports')
  const view = useReportsStore((state) => state.view)
  useWhenLeft('reports', forgetReports)
  return (
    <Page named title={t('title')}>
      <Segments
        legend={t('views')}
        hideLegend
        options={views.map((value) => ({ value, label: t(`view.${value}`) }))}
        value={view}
        onChange={showView}
      />
      <View view={view} />
    </Page>
  )
}

function View({ view }: { readonly view: ReportView }) {
  switch (view) {
    case 'period':
      return <PeriodReport />
    case 'bank':
      return <Bank />
    case 'closed':
      return <ClosedReports />
    case 'trend':
      return <Trend />
    case 'settings':
      return <DaySettings />
  }
}
