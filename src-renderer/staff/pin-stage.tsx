import { IconLock, IconLockPause } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { StaffRole } from '../../src-shared/pos/staff/staff.ts'
import { digitKeys, isDigitKey } from '../cashier/amount-entry.ts'
import { ActionButton } from '../components/action-button.tsx'
import { EntryStage } from '../components/entry-stage.tsx'
import { PinPad } from '../components/pin-pad.tsx'
import { countdown, useSeconds } from '../components/use-seconds.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { useKeysTypedAhead } from '../keyboard/use-keys-ahead.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { PinDots } from './pin-dots.tsx'
import { type PinEntry, type PinKey, shortestPin } from './pin-entry.ts'
import style from './pin-screen.module.css'
import { usePinScans } from './use-pin-scans.ts'

interface PinStageProps {
  readonly title: string
  readonly words: string
  readonly entry: PinEntry
  readonly triesLeft: number | null
  readonly asking: boolean
  /** Time until a PIN is accepted again, such as 0:24; null if one may be tried. */
  readonly lock: string | null
  readonly confirmLabel: string
  readonly onPress: (key: PinKey) => void
  readonly onConfirm: () => void
  /** A scanner has typed its code, or sent it. */
  readonly onScan: () => void
  readonly onLeave: () => void
  /** Shown below the confirm button. */
  readonly children?: ReactNode
}

/** Types a PIN on the pad or the keyboard, and shows why the previous one was refused. */
export function PinStage(props: PinStageProps) {
  const { title, words, entry, triesLeft, asking, lock, confirmLabel, children } = props
  const { t } = useTranslation('staff')
  const resting = asking || lock !== null
  const press = (key: PinKey) => {
    if (!resting) props.onPress(key)
  }
  const confirm = () => {
    if (!resting) props.onConfirm()
  }
  usePinScans(() => {
    if (!resting) props.onScan()
  })
  useKeysTypedAhead((key) => {
    if (isDigitKey(key) || key === 'backspace' || key === 'clear') press(key)
  })
  useKeys({
    ...Object.fromEntries(digitKeys.map((digit) => [digit, () => press(digit)])),
    backspace: () => press('backspace'),
    delete: () => press('clear'),
    enter: confirm,
    escape: props.onLeave,
  })
  const Icon = lock === null ? IconLock : IconLockPause
  return (
    <EntryStage
      icon={<Icon size={64} stroke={1.5} aria-hidden />}
      title={lock === null ? title : t('pin.locked')}
      words={lock === null ? words : t('pin.lockedWords')}
      dock={
        <>
          <PinPad onPress={press} disabled={resting} />
          <ActionButton
            kind="primary"
            label={asking ? t('pin.asking') : confirmLabel}
            keyHint="Enter"
            disabled={resting || entry.digits.length < shortestPin(entry)}
            onPress={confirm}
          />
          {children}
        </>
      }
    >
      {lock === null ? (
        <>
          <PinDots count={entry.digits.length} trouble={entry.trouble !== null} />
          <p className={style.trouble} role="alert">
            <Trouble trouble={entry.trouble} />{' '}
            {entry.trouble === 'pin_wrong' && triesLeft !== null && t('pin.triesLeft', { count: triesLeft })}
          </p>
        </>
      ) : (
        <p className={style.countdown} role="timer" aria-live="off">
          {lock}
        </p>
      )}
    </EntryStage>
  )
}

function Trouble({ trouble }: Pick<PinEntry, 'trouble'>) {
  const { t } = useTranslation('staff')
  const { t: counter } = useTranslation()
  if (trouble === null) return null
  return trouble === 'scanned' || trouble === 'too_long'
    ? counter(`notPin.${trouble}`)
    : t(`pin.trouble.${trouble}`)
}

/** Time until a PIN of this person is accepted again, such as 0:24; null if one may be tried. */
export const usePersonLock = (id: string): string | null =>
  useLeft(useSnapshot(({ staff }) => staff.people?.locked.find((one) => one.person_id === id)?.until) ?? null)

/** The same for a role's PIN. */
export const useRoleLock = (role: StaffRole): string | null =>
  useLeft(useSnapshot(({ staff }) => staff.locked_until[role]))

function useLeft(until: string | null): string | null {
  const now = useSeconds()
  if (until === null) return null
  const { seconds, text } = countdown(until, now)
  return seconds === 0 ? null : text
}
