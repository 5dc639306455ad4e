import { useState } from 'react'
import type { StandingEntry } from '../../src-shared/pos/staff/worked-shifts.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field, SelectField } from '../components/field.tsx'
import { Page } from '../components/page.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './hours.module.css'
import { useShopTimes } from './use-shop-times.ts'

/** The entry being corrected: a clocked time, or a missing one. */
export interface Corrected {
  readonly person_id: string
  readonly name: string
  /** Null for a missing entry. */
  readonly entry: StandingEntry | null
  /** Initial date of a missing entry, YYYY-MM-DD. */
  readonly day: string
  /** Start of a shift that was never clocked out. */
  readonly open?: string | null
}

interface CorrectionFormProps {
  readonly corrected: Corrected
  readonly onLeave: () => void
}

export function CorrectionForm({ corrected, onLeave }: CorrectionFormProps) {
  const { t } = useTranslation('staff')
  const times = useShopTimes()
  const { person_id, name, entry, day, open = null } = corrected
  const [kind, setKind] = useState<'in' | 'out'>(entry?.kind ?? (open === null ? 'in' : 'out'))
  const [time, setTime] = useState(
    entry !== null || open !== null ? times.typed(entry?.at ?? open ?? '') : `${day}T09:00`,
  )
  const [reason, setReason] = useState('')
  const [trouble, setTrouble] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const clocked_at = times.instant(time)
  const save = async () => {
    if (clocked_at === null) return
    setBusy(true)
    const asked = { person_id, kind, replaces: entry?.id ?? null, clocked_at, reason: reason.trim() }
    const result = await askMain('staff.correct_hours', asked)
    setBusy(false)
    if (result.ok) onLeave()
    else setTrouble(t(result.error.code === 'not_now' ? 'hours.overlaps' : `refusal.${result.error.code}`))
  }
  return (
    <Page title={t('hours.correct', { name })}>
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {entry === null ? (
          <SelectField
            label={t('hours.what')}
            value={kind}
            options={[
              { value: 'in', label: t('hours.began') },
              { value: 'out', label: t('hours.ended') },
            ]}
            onChange={setKind}
          />
        ) : (
          <p>
            {t(kind === 'in' ? 'hours.began' : 'hours.ended')} <strong>{times.moment(entry.at)}</strong>
          </p>
        )}
        <Field label={t('hours.when')} type="datetime-local" value={time} onChange={setTime} autoFocus />
        <Field label={t('hours.reason')} value={reason} onChange={setReason} maxLength={200} />
        <p className={style.soft}>{t('hours.kept')}</p>
        <p role="alert">{trouble}</p>
        <div className={style.answer}>
          <ActionButton
            submits
            kind="primary"
            label={t('hours.save')}
            disabled={busy || clocked_at === null || reason.trim() === ''}
          />
          <ActionButton kind="quiet" label={t('header.toPage')} onPress={onLeave} />
        </div>
      </form>
    </Page>
  )
}
