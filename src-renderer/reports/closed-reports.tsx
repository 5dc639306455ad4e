import { IconReport } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { zName } from '../../src-shared/pos/report/z-name.ts'
import type { ZReportSummary } from '../../src-shared/pos/report/z-report.ts'
import { askMain } from '../bridge.ts'
import { Notice } from '../components/notice.tsx'
import { Empty } from '../components/page.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { NotRead } from './not-read.tsx'
import { SaveButtons } from './period-report.tsx'
import { ReportFigures } from './report-figures.tsx'
import style from './reports.module.css'
import { openClosed, useReportsStore } from './reports-store.ts'

/** The closed reports, newest first, or one of them. */
export function ClosedReports() {
  const { t } = useTranslation('reports')
  const closed = useReportsStore((state) => state.closed)
  const title = useRef<HTMLHeadingElement>(null)
  // The pressed button has disappeared: keyboard and screen reader continue here.
  useEffect(() => {
    if (closed !== null) title.current?.focus()
  }, [closed])
  if (closed === null) return <ClosedList />
  const { z, damaged } = closed
  return (
    <>
      <h2 ref={title} tabIndex={-1}>
        {t('z', { number: zName(z) })}
      </h2>
      {damaged && <Notice alert tone="bad" title={t('damaged.title')} text={t('damaged.text')} />}
      <div className={style.choices}>
        <SaveButtons which={{ number: z.number }} />
      </div>
      <ReportFigures report={z.report} checking={false} />
    </>
  )
}

function ClosedList() {
  const { t } = useTranslation('reports')
  const dates = useDates()
  const money = useMoney()
  const [list, setList] = useState<readonly ZReportSummary[] | 'reading' | 'failed'>('reading')
  const read = useCallback(async () => {
    setList('reading')
    const result = await askMain('reports.list', undefined)
    setList(result.ok ? result.value : 'failed')
  }, [])
  useEffect(() => void read(), [read])
  if (list === 'reading') return <p role="status">{t('reading')}</p>
  if (list === 'failed') return <NotRead onAgain={() => void read()} />
  if (list.length === 0) {
    return (
      <Empty
        icon={<IconReport size={64} stroke={1.4} aria-hidden />}
        title={t('none.title')}
        text={t('none.text')}
      />
    )
  }
  return (
    <ul className={style.list}>
      {list.map(({ number, name, closed_at, totals, damaged }) => (
        <li key={number}>
          <button
            type="button"
            className={style.row}
            disabled={totals === null}
            onClick={() => void openClosed(number)}
          >
            <strong>{t('z', { number: name })}</strong>
            <span className={style.soft}>{dates.moment(closed_at)}</span>
            {damaged && <span className={style.damaged}>{t('damaged.short')}</span>}
            {totals === null ? (
              <span className={style.damaged}>{t('damaged.unreadable')}</span>
            ) : (
              <span>{money(totals.collected - totals.given_back)}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
