import { useCallback, useEffect, useState } from 'react'
import { dateIn } from '../../src-shared/language.ts'
import type { TrendDay } from '../../src-shared/pos/report/report-commands.ts'
import { askMain } from '../bridge.ts'
import { BarChart } from '../components/bar-chart.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { NotRead } from './not-read.tsx'
import style from './reports.module.css'

/** Number of weeks, the last of which ends today. */
const weeks = 8

/** Totals of the last days and weeks, net of refunds. */
export function Trend() {
  const { t } = useTranslation('reports')
  const language = useSnapshot(({ settings }) => settings.language)
  const money = useMoney()
  const [days, setDays] = useState<readonly TrendDay[] | 'reading' | 'failed'>('reading')
  const read = useCallback(async () => {
    setDays('reading')
    const result = await askMain('reports.trend', { days: weeks * 7 })
    setDays(result.ok ? result.value : 'failed')
  }, [])
  useEffect(() => void read(), [read])
  if (days === 'reading') return <p role="status">{t('reading')}</p>
  if (days === 'failed') return <NotRead onAgain={() => void read()} />
  const written = (day: string, options: Intl.DateTimeFormatOptions) =>
    dateIn(language, new Date(`${day}T12:00:00Z`), { ...options, timeZone: 'UTC' })
  const left = ({ collected, given_back }: TrendDay) => collected - given_back
  const byWeek = Array.from({ length: weeks }, (_, index) => days.slice(index * 7, index * 7 + 7))
  return (
    <div className={style.cards}>
      <section className={style.card}>
        <BarChart
          caption={t('trend.days')}
          bars={days.slice(-14).map((one) => ({
            label: written(one.day, { weekday: 'short', day: 'numeric', month: 'short' }),
            value: left(one),
            text: money(left(one)),
          }))}
        />
      </section>
      <section className={style.card}>
        <BarChart
          caption={t('trend.weeks')}
          bars={byWeek.map((week) => {
            const sum = week.reduce((all, one) => all + left(one), 0)
            const label = t('trend.until', {
              day: written(week.at(-1)?.day ?? '', { day: 'numeric', month: 'short' }),
            })
            return { label, value: sum, text: money(sum) }
          })}
        />
      </section>
    </div>
  )
}
