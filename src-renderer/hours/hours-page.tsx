import { IconChevronLeft, IconChevronRight, IconFileSpreadsheet } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { dayAfter } from '../../src-shared/pos/report/business-day.ts'
import type { WorkedWeek } from '../../src-shared/pos/staff/worked-week.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { Page } from '../components/page.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { createLatest } from '../stores/latest.ts'
import { type Corrected, CorrectionForm } from './correction-form.tsx'
import style from './hours.module.css'
import { PersonHours } from './person-hours.tsx'
import { useShopTimes } from './use-shop-times.ts'

/** Working hours by person, one week at a time from Monday on. */
export function HoursPage() {
  const { t } = useTranslation('staff')
  const [day, setDay] = useState<string | null>(null)
  const [corrected, setCorrected] = useState<Corrected | null>(null)
  const { week, failed, read } = useWeek(day)
  if (corrected !== null) {
    const leave = () => {
      setCorrected(null)
      void read()
    }
    return <CorrectionForm corrected={corrected} onLeave={leave} />
  }
  return (
    <Page named title={t('page.hours')}>
      {failed && (
        <Notice alert tone="bad" title={t('hours.failed')}>
          <ActionButton label={t('hours.again')} onPress={() => void read()} />
        </Notice>
      )}
      {week !== null && (
        <>
          {week.unreadable > 0 && (
            <Notice alert tone="bad" title={t('hours.unreadable', { count: week.unreadable })} />
          )}
          <WeekChoice week={week} onChoose={setDay} />
          <AtWork week={week} />
          <div className={style.cards}>
            {week.people.map((person) => (
              <PersonHours key={person.person_id} week={week} person={person} onCorrect={setCorrected} />
            ))}
          </div>
        </>
      )}
    </Page>
  )
}

function useWeek(day: string | null) {
  const [latest] = useState(createLatest)
  const [week, setWeek] = useState<WorkedWeek | null>(null)
  const [failed, setFailed] = useState(false)
  const read = async () => {
    const result = await latest.only(() => askMain('staff.hours', { day }))
    if (result === null) return
    setFailed(!result.ok)
    if (result.ok) setWeek(result.value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when another week is chosen
  useEffect(() => {
    void read()
    return latest.forget
  }, [day])
  return { week, failed, read }
}

function WeekChoice(props: { readonly week: WorkedWeek; readonly onChoose: (day: string) => void }) {
  const { t } = useTranslation('staff')
  const { onChoose, week } = props
  const { days, today, total } = week
  const times = useShopTimes()
  const exporting = useRunning('staff.export_hours')
  const [monday = today, sunday = today] = [days[0], days[6]]
  return (
    <>
      <div className={style.choices}>
        <ActionButton
          icon={<IconChevronLeft size={24} aria-hidden />}
          label={t('hours.before')}
          onPress={() => onChoose(dayAfter(monday, -7))}
        />
        <ActionButton
          icon={<IconChevronRight size={24} aria-hidden />}
          label={t('hours.after')}
          disabled={sunday >= today}
          onPress={() => onChoose(dayAfter(monday, 7))}
        />
        <Field
          label={t('hours.weekOf')}
          type="date"
          value={monday}
          onChange={(day) => day !== '' && onChoose(day)}
        />
        <ActionButton
          icon={<IconFileSpreadsheet size={24} aria-hidden />}
          label={t('hours.export')}
          disabled={exporting}
          onPress={() => send('staff.export_hours', { day: monday })}
        />
      </div>
      <p className={style.week}>
        <strong>{t('hours.week', { from: times.date(monday), to: times.date(sunday) })}</strong>
        <span className={style.sum}>{t('hours.total', { hours: times.duration(total) })}</span>
      </p>
    </>
  )
}

/** The people at work now, whichever week is shown. */
function AtWork({ week }: { readonly week: WorkedWeek }) {
  const { t } = useTranslation('staff')
  const times = useShopTimes()
  const present = week.people.flatMap(({ since, name }) => (since === null ? [] : [{ since, name }]))
  return (
    <section className={style.card}>
      <h2>{t('hours.now')}</h2>
      {present.length === 0 ? (
        <p className={style.soft}>{t('hours.nobody')}</p>
      ) : (
        <ul className={style.present}>
          {present.map(({ since, name }) => (
            <li key={name + since}>
              <strong>{name}</strong> {t('hours.since', { when: times.moment(since) })}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
