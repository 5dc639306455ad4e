import { IconArrowLeft, IconPasswordUser } from '@tabler/icons-react'
import type { StaffRole } from '../../src-shared/pos/staff/staff.ts'
import { countdown, useSeconds } from '../components/use-seconds.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './staff-area.module.css'

/** Below this the time until the page closes is emphasized. */
const soonSeconds = 60

interface StaffHeaderProps {
  readonly role: StaffRole
  readonly title: string
  /** The target of Back, as text. */
  readonly back: string
  readonly onBack: () => void
  /** Null if the PIN cannot be changed because the role is not open yet. */
  readonly onChangePin: (() => void) | null
}

/** The role of the page, the time until it closes, and Back, always in the same place. */
export function StaffHeader({ role, title, back, onBack, onChangePin }: StaffHeaderProps) {
  const { t } = useTranslation('staff')
  const open = useSnapshot(({ staff }) => staff.role === role)
  return (
    <div className={style.header}>
      <button type="button" className={style.back} onClick={onBack}>
        <IconArrowLeft size={26} aria-hidden />
        {back}
      </button>
      <p className={style.title}>{title}</p>
      {open && <WhoIsIn role={role} />}
      {open && onChangePin !== null && (
        <button
          type="button"
          className={style.tool}
          aria-label={t('pin.change')}
          title={t('pin.change')}
          onClick={onChangePin}
        >
          <IconPasswordUser size={26} aria-hidden />
          <span className={style.toolWords}>{t('pin.change')}</span>
        </button>
      )}
    </div>
  )
}

function WhoIsIn({ role }: { readonly role: StaffRole }) {
  const { t } = useTranslation('staff')
  const closesAt = useSnapshot(({ staff }) => staff.closes_at)
  const person = useSnapshot(({ staff }) => staff.people?.present?.role)
  const now = useSeconds()
  const left = closesAt === null ? null : countdown(closesAt, now)
  return (
    <p className={style.who}>
      <span className={style.role}>{t(person === undefined ? `role.${role}` : `people.role.${person}`)}</span>
      {left !== null && (
        <span className={left.seconds <= soonSeconds ? style.soon : style.closes}>
          <span className={style.closesWords}>{t('header.closes', { time: left.text })}</span>
          <span className={style.closesBrief} aria-hidden>
            {left.text}
          </span>
        </span>
      )}
    </p>
  )
}
