import { Choice } from '../components/choice.tsx'
import { SelectField } from '../components/field.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { send } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './reports.module.css'

/** Half hours from midnight to noon, in minutes. */
const ends = Array.from({ length: 25 }, (_, index) => index * 30)

const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The end of the business day, the time zone, and whether a count shows the expected amount. */
export function DaySettings() {
  const { t } = useTranslation('reports')
  const { time_zone, day_ends_at, blind_count } = useSnapshot(({ settings }) => settings)
  const present = { time_zone, day_ends_at, blind_count }
  const zones = [...new Set([time_zone, ...Intl.supportedValuesOf('timeZone')])].sort()
  return (
    <div className={style.settings}>
      <SelectField
        label={t('settings.dayEnds')}
        value={String(day_ends_at)}
        options={ends.map((minutes) => ({ value: String(minutes), label: clockText(minutes) }))}
        onChange={(value) => send('settings.day', { ...present, day_ends_at: Number(value) })}
      />
      <p className={style.soft}>{t('settings.dayEndsHint')}</p>
      <SelectField
        label={t('settings.timeZone')}
        value={time_zone}
        options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        onChange={(zone) => send('settings.day', { ...present, time_zone: zone })}
      />
      <Choice
        legend={t('settings.blind')}
        options={[
          { value: 'no', label: t('settings.shown') },
          { value: 'yes', label: t('settings.hidden') },
        ]}
        value={blind_count ? 'yes' : 'no'}
        onChange={(value) => send('settings.day', { ...present, blind_count: value === 'yes' })}
      />
    </div>
  )
}
