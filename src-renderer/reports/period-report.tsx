import { IconFileSpreadsheet, IconLock, IconPrinter, IconScale } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import type { ReportPeriod, WhichReport } from '../../src-shared/pos/report/report-commands.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field, SelectField } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { Segments } from '../components/segments.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { ReportFigures } from './report-figures.tsx'
import style from './reports.module.css'
import { askToClose, closePeriod, showPeriod, useReportsStore } from './reports-store.ts'

const words: { readonly [Code in RefusalCode]?: 'close.notNow' | 'close.unreadable' } = {
  not_now: 'close.notNow',
  records_unreadable: 'close.unreadable',
}

/** The figures of the chosen period, and closing the open one. */
export function PeriodReport() {
  const { t } = useTranslation('reports')
  const { period, report, check, failed, asking, wasAsked } = useReportsStore()
  useEffect(() => void showPeriod({ kind: 'open' }), [])
  return (
    <>
      <PeriodChoice period={period} />
      {failed !== null && (
        <Notice alert tone="bad" title={t(words[failed] ?? 'failed')}>
          <ActionButton label={t('again')} onPress={() => void showPeriod(period)} />
        </Notice>
      )}
      {report !== null && (
        <>
          <div className={`${style.choices} ${style.tasks}`}>
            <SaveButtons which={{ period }} />
            {period.kind === 'open' && !asking && (
              <ActionButton
                kind="primary"
                icon={<IconLock size={26} aria-hidden />}
                label={t('close.ask')}
                focusOnArrival={wasAsked}
                onPress={() => askToClose(true)}
              />
            )}
          </div>
          {asking && <CloseQuestion />}
          <ReportFigures report={{ ...report, check: check ?? report.check }} checking={check === null} />
          {!asking && <p className={style.soft}>{t('x')}</p>}
        </>
      )}
    </>
  )
}

function CloseQuestion() {
  const { t } = useTranslation('reports')
  const [busy, setBusy] = useState(false)
  return (
    <Notice scrolls asks tone="wait" title={t('close.title')} text={t('close.text')}>
      {/* First, where the pressed button was, so that a double tap does not close the period. */}
      <ActionButton label={t('close.back')} onPress={() => askToClose(false)} />
      <ActionButton
        kind="primary"
        label={t('close.do')}
        disabled={busy}
        onPress={() => {
          setBusy(true)
          void closePeriod().finally(() => setBusy(false))
        }}
      />
    </Notice>
  )
}

/** Prints on the receipt printer, saves as PDF if there is no printer, and exports a table for accounting. */
export function SaveButtons({ which }: { readonly which: WhichReport }) {
  const { t } = useTranslation('reports')
  const saving = useRunning('reports.save')
  return (
    <>
      <ActionButton
        icon={<IconPrinter size={24} aria-hidden />}
        label={t('save.paper')}
        disabled={saving}
        onPress={() => send('reports.save', { which, as: 'paper' })}
      />
      <ActionButton
        icon={<IconFileSpreadsheet size={24} aria-hidden />}
        label={t('save.table')}
        disabled={saving}
        onPress={() => send('reports.save', { which, as: 'table' })}
      />
      <ActionButton
        icon={<IconScale size={24} aria-hidden />}
        label={t('save.ledger')}
        disabled={saving}
        onPress={() => send('reports.save', { which, as: 'ledger' })}
      />
    </>
  )
}

const kinds = ['open', 'day', 'shift'] as const

function PeriodChoice({ period }: { readonly period: ReportPeriod }) {
  const { t } = useTranslation('reports')
  const [shifts, setShifts] = useState<readonly { readonly closed_at: string }[]>([])
  const [today, setToday] = useState('')
  const dates = useDates()
  useEffect(() => {
    void askMain('reports.shifts', undefined).then((result) => result.ok && setShifts(result.value))
    void askMain('reports.today', undefined).then((result) => result.ok && setToday(result.value.day))
  }, [])
  const choose = (kind: ReportPeriod['kind']) => {
    const [newest] = shifts
    if (kind === 'open') void showPeriod({ kind })
    if (kind === 'day' && today !== '') void showPeriod({ kind, day: today })
    if (kind === 'shift' && newest !== undefined) void showPeriod({ kind, closed_at: newest.closed_at })
  }
  const offered = kinds.filter((kind) => kind !== 'shift' || shifts.length > 0)
  return (
    <div className={style.choices}>
      <Segments
        legend={t('period.legend')}
        options={offered.map((value) => ({ value, label: t(`period.${value}`) }))}
        value={period.kind}
        onChange={choose}
      />
      {period.kind === 'day' && (
        <Field
          label={t('period.date')}
          type="date"
          value={period.day}
          onChange={(day) => day !== '' && void showPeriod({ kind: 'day', day })}
        />
      )}
      {period.kind === 'shift' && (
        <SelectField
          label={t('period.which')}
          value={period.closed_at}
          options={shifts.map(({ closed_at }) => ({ value: closed_at, label: dates.moment(closed_at) }))}
          onChange={(closed_at) => void showPeriod({ kind: 'shift', closed_at })}
        />
      )}
    </div>
  )
}
