import { timeLeft } from '../cashier/time-left.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './time-ring.module.css'
import { useSeconds } from './use-seconds.ts'

const radius = 54
const around = 2 * Math.PI * radius

/** The time left for the customer, as a ring that empties. Screen readers do not announce every second. */
export function TimeRing({ endsAt }: { readonly endsAt: string }) {
  const { t } = useTranslation()
  const { text, share, urgent, seconds } = timeLeft(endsAt, useSeconds())
  return (
    <div className={style.time}>
      <div
        role="timer"
        aria-live="off"
        aria-label={`${t('running.timeLeft')} ${text}`}
        className={`${style.ring} ${urgent ? style.urgent : ''}`}
      >
        <svg viewBox="0 0 120 120" aria-hidden="true">
          <circle cx="60" cy="60" r={radius} className={style.whole} />
          <circle
            cx="60"
            cy="60"
            r={radius}
            className={style.left}
            strokeDasharray={around}
            strokeDashoffset={around * (1 - share)}
          />
        </svg>
        <span className={style.text}>{text}</span>
      </div>
      <p className={style.label}>{seconds === 0 ? t('running.timeUp') : t('running.timeLeft')}</p>
    </div>
  )
}
