import { IconAlertTriangle, IconClockPlus, IconPencil } from '@tabler/icons-react'
import type { StandingEntry } from '../../src-shared/pos/staff/worked-shifts.ts'
import type { PersonWeek, WorkedWeek } from '../../src-shared/pos/staff/worked-week.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Badge } from '../components/badge.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import type { Corrected } from './correction-form.tsx'
import style from './hours.module.css'
import { useShopTimes } from './use-shop-times.ts'

interface PersonHoursProps {
  readonly week: WorkedWeek
  readonly person: PersonWeek
  readonly onCorrect: (corrected: Corrected) => void
}

/** One person's week: hours and shifts of each day, and their corrections. */
export function PersonHours({ week, person, onCorrect }: PersonHoursProps) {
  const { t } = useTranslation('staff')
  const times = useShopTimes()
  const mayCorrect = useSnapshot(({ staff }) => staff.rights.includes('correct_hours'))
  const { person_id, name, total, shifts } = person
  const days = week.days.filter(
    (day, index) => (person.minutes[index] ?? 0) > 0 || shifts.some((shift) => shift.day === day),
  )
  const correct = (entry: StandingEntry) => onCorrect({ person_id, name, entry, day: week.today })
  return (
    <section className={style.card} aria-label={name}>
      <div className={style.head}>
        <h2 className={style.name}>{name}</h2>
        <span className={style.sum}>{times.duration(total)}</span>
      </div>
      {days.length === 0 && <p className={style.soft}>{t('hours.none')}</p>}
      {days.map((day) => (
        <div key={day} className={style.day}>
          <div className={style.head}>
            <h3>{times.date(day)}</h3>
            <span className={style.figure}>
              {times.duration(person.minutes[week.days.indexOf(day)] ?? 0)}
            </span>
          </div>
          {shifts
            .filter((shift) => shift.day === day)
            .map(({ began, ended, state }) => (
              <div key={(began ?? ended)?.id} className={style.shift}>
                <div className={style.times}>
                  <Time entry={began} otherwise={t('hours.missing')} onPress={mayCorrect ? correct : null} />
                  <span aria-hidden>–</span>
                  <Time
                    entry={ended}
                    otherwise={t(state === 'now' ? 'hours.still' : 'hours.missing')}
                    onPress={mayCorrect ? correct : null}
                  />
                  {state === 'missing' && (
                    <Badge
                      tone="wait"
                      icon={<IconAlertTriangle size={20} aria-hidden />}
                      label={t(whyNotCounted(began, ended))}
                    />
                  )}
                </div>
                <Corrections names={week.names} entries={[began, ended]} />
              </div>
            ))}
          {shifts
            .filter((shift) => shift.day !== day && (shift.minutes[week.days.indexOf(day)] ?? 0) > 0)
            .map(({ began, ended }) => (
              <p key={began?.id} className={style.soft}>
                {began !== null && times.moment(began.at)} –{' '}
                {ended === null ? t('hours.still') : times.moment(ended.at)}
              </p>
            ))}
        </div>
      ))}
      {mayCorrect && (
        <ActionButton
          icon={<IconClockPlus size={24} aria-hidden />}
          label={t('hours.add')}
          onPress={() => {
            const open = shifts.find(({ state, ended }) => state === 'missing' && ended === null)
            const begin = open?.began?.at ?? null
            onCorrect({ person_id, name, entry: null, day: days.at(-1) ?? week.today, open: begin })
          }}
        />
      )}
    </section>
  )
}

function whyNotCounted(began: StandingEntry | null, ended: StandingEntry | null) {
  if (ended === null) return 'hours.noEnd'
  if (began === null) return 'hours.noBeginning'
  return Date.parse(ended.at) < Date.parse(began.at) ? 'hours.crossed' : 'hours.tooLong'
}

interface TimeProps {
  readonly entry: StandingEntry | null
  readonly otherwise: string
  readonly onPress: ((entry: StandingEntry) => void) | null
}

function Time({ entry, otherwise, onPress }: TimeProps) {
  const { t } = useTranslation('staff')
  const times = useShopTimes()
  if (entry === null) return <span className={style.soft}>{otherwise}</span>
  const written = times.time(entry.at)
  if (onPress === null) return <time dateTime={entry.at}>{written}</time>
  return (
    <button
      type="button"
      className={style.time}
      aria-label={t(entry.kind === 'in' ? 'hours.changeIn' : 'hours.changeOut', { time: written })}
      onClick={() => onPress(entry)}
    >
      {written} <IconPencil size={18} aria-hidden />
    </button>
  )
}

/** Shows the clocked time beside a manager's correction. */
function Corrections(props: {
  readonly names: WorkedWeek['names']
  readonly entries: readonly (StandingEntry | null)[]
}) {
  const { t } = useTranslation('staff')
  const times = useShopTimes()
  const lines = props.entries.flatMap((entry) =>
    (entry?.corrections ?? []).map((correction, index, all) => ({
      correction,
      before: index === 0 ? (entry?.clocked ?? null) : (all[index - 1]?.clocked_at ?? null),
    })),
  )
  if (lines.length === 0) return null
  return (
    <ul className={style.corrections}>
      {lines.map(({ correction, before }) => (
        <li key={correction.id}>
          {t(correction.kind === 'in' ? 'hours.began' : 'hours.ended')}{' '}
          {before !== null && (
            <>
              <del>{times.moment(before)}</del>
              {' → '}
            </>
          )}
          <ins>{times.moment(correction.clocked_at)}</ins>
          {before === null && ` (${t('hours.added')})`}
          <br />
          {t('hours.correctedBy', {
            name: props.names[correction.by] ?? correction.by,
            when: times.moment(correction.corrected_at),
            reason: correction.reason,
          })}
        </li>
      ))}
    </ul>
  )
}
