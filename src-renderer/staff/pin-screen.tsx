import { IconLock, IconLockPause } from '@tabler/icons-react'
import { useState } from 'react'
import type { StaffRole } from '../../src-shared/pos/staff.ts'
import { askMain } from '../bridge.ts'
import { digitKeys } from '../cashier/amount-entry.ts'
import { ActionButton } from '../components/action-button.tsx'
import { EntryStage } from '../components/entry-stage.tsx'
import { PinPad } from '../components/pin-pad.tsx'
import { countdown, useSeconds } from '../components/use-seconds.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { PinDots } from './pin-dots.tsx'
import {
  confirmPin,
  type PinAsk,
  type PinEntry,
  type PinKey,
  type PinStep,
  type PinTrouble,
  pressPin,
  refusedPin,
  shortestPin,
  startPin,
} from './pin-entry.ts'
import style from './pin-screen.module.css'

interface PinScreenProps {
  readonly role: StaffRole
  /** To open the role, to choose its PIN anew, or to confirm what much depends on. */
  readonly purpose: 'open' | 'change' | 'confirm'
  /** What is confirmed, in place of whose PIN it is and what the role is for. */
  readonly title?: string
  readonly words?: string
  /** What becomes of a whole PIN, where it does not open the role. @returns why it was not taken; null when it was. */
  readonly send?: (ask: PinAsk) => Promise<PinTrouble | null>
  readonly onLeave: () => void
  /** Where a forgotten PIN is chosen anew; missing where it is not. */
  readonly onForgotten?: () => void
  /** The PIN was taken. */
  readonly onDone: () => void
}

/** What stands before a role's page. The first to come chooses its PIN. */
export function PinScreen(props: PinScreenProps) {
  const { role, purpose, onLeave, onForgotten, onDone } = props
  const { t } = useTranslation('staff')
  const chosen = useSnapshot(({ staff }) => staff.pins[role])
  const voucher = useSnapshot(({ staff }) => staff.vouches[role])
  const lock = useLock(voucher ?? role)
  const unchosen: PinStep = voucher === null ? 'choose' : 'current'
  const first: PinStep = chosen ? (purpose === 'change' ? 'current' : 'enter') : unchosen
  const [entry, setEntry] = useState(() => startPin(first))
  const [asking, setAsking] = useState(false)
  const [triesLeft, setTriesLeft] = useState<number | null>(null)
  const resting = asking || lock !== null

  const press = (key: PinKey) => {
    if (!resting) setEntry((before) => pressPin(before, key))
  }
  const confirm = async () => {
    if (resting) return
    const next = confirmPin(entry)
    setEntry(next.entry)
    if (next.ask === null) return
    setAsking(true)
    const trouble = await (props.send?.(next.ask) ?? askStaff(role, next.ask, setTriesLeft))
    setAsking(false)
    if (trouble === null) onDone()
    else setEntry((before) => refusedPin(before, trouble))
  }
  useKeys({
    ...Object.fromEntries(digitKeys.map((digit) => [digit, () => press(digit)])),
    backspace: () => press('backspace'),
    delete: () => press('clear'),
    enter: () => void confirm(),
    escape: onLeave,
  })

  const Icon = lock === null ? IconLock : IconLockPause
  const page = t(`page.${role}`)
  const isVouching = voucher !== null && entry.step === 'current'
  const words =
    entry.step === 'enter'
      ? (props.words ?? t(`pin.words.${role}`))
      : t(`pin.words.${isVouching ? 'vouch' : entry.step}`, { page })
  const title = isVouching
    ? t('pin.title.enter', { role: t(`role.${voucher}`) })
    : (props.title ?? t(`pin.title.${entry.step}`, { role: t(`role.${role}`) }))
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
            label={t(purpose === 'confirm' && !asking ? 'pin.confirm' : confirmLabel(entry, asking))}
            keyHint="Enter"
            disabled={resting || entry.digits.length < shortestPin(entry)}
            onPress={() => void confirm()}
          />
          {onForgotten !== undefined && (chosen || voucher !== null) && (
            <ActionButton kind="quiet" label={t('people.forgotten')} onPress={onForgotten} />
          )}
        </>
      }
    >
      {lock === null ? (
        <>
          <PinDots count={entry.digits.length} trouble={entry.trouble !== null} />
          <p className={style.trouble} role="alert">
            {entry.trouble === null ? '' : t(`pin.trouble.${entry.trouble}`)}{' '}
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

const confirmLabel = ({ step }: PinEntry, asking: boolean) => {
  if (asking) return 'pin.asking' as const
  if (step === 'enter') return 'pin.open' as const
  return step === 'repeat' ? ('pin.keep' as const) : ('pin.next' as const)
}

/** How long no PIN is taken, such as 0:24; null when one may be tried. */
function useLock(role: StaffRole): string | null {
  const until = useSnapshot(({ staff }) => staff.locked_until[role])
  const now = useSeconds()
  if (until === null) return null
  const { seconds, text } = countdown(until, now)
  return seconds === 0 ? null : text
}

const shownTroubles = ['pin_wrong', 'pin_locked', 'pin_too_short', 'pin_weak'] as const

async function askStaff(
  role: StaffRole,
  ask: PinAsk,
  onTriesLeft: (tries: number | null) => void,
): Promise<PinTrouble | null> {
  const result =
    ask.kind === 'enter'
      ? await askMain('staff.enter', { role, pin: ask.pin })
      : await askMain('staff.choose_pin', { role, current: ask.current, pin: ask.pin })
  if (result.ok) return null
  const { code } = result.error
  onTriesLeft(result.error.tries_left ?? null)
  return shownTroubles.find((one) => one === code) ?? 'failed'
}
