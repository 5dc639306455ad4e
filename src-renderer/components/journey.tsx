import { IconCheck } from '@tabler/icons-react'
import type { Milestone } from '../cashier/journey.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './journey.module.css'
import { Spoken } from './spoken.tsx'

interface JourneyProps {
  readonly milestones: readonly Milestone[]
  readonly current: Milestone
}

/** The customer's steps through the payment, from top to bottom: done, current and next. */
export function Journey({ milestones, current }: JourneyProps) {
  const { t } = useTranslation()
  const here = milestones.indexOf(current)
  return (
    <ol className={style.journey} aria-label={t('journey.label')}>
      {milestones.map((milestone, index) => {
        const place = index < here ? 'done' : index === here ? 'now' : 'later'
        return (
          <li key={milestone} className={style[place]} aria-current={place === 'now' ? 'step' : undefined}>
            <span className={style.mark}>
              {place === 'done' ? <IconCheck size={20} stroke={2.75} aria-hidden /> : null}
            </span>
            <span>{t(`journey.${milestone}`)}</span>
            <Spoken>, {t(`journey.${place}`)}</Spoken>
          </li>
        )
      })}
    </ol>
  )
}
