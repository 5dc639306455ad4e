import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PeopleStatus } from '../../src-shared/pos/staff.ts'
import { askMain } from '../bridge.ts'
import { digitKeys } from '../cashier/amount-entry.ts'
import { ActionButton } from '../components/action-button.tsx'
import { EntryStage } from '../components/entry-stage.tsx'
import { PinPad } from '../components/pin-pad.tsx'
import { countdown, useSeconds } from '../components/use-seconds.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { PinDots } from './pin-dots.tsx'
import { confirmPin, type PinKey, pressPin, refusedPin, shortestPin, startPin } from './pin-entry.ts'
import style from './pin-screen.module.css'

interface SignInPinProps {
  readonly person: PeopleStatus['shown'][number]
  readonly onLeave: () => void
  readonly onDone: () => void
}

/** The PIN of one person, which puts them in the place of whoever is signed in. */
export function SignInPin({ person, onLeave, onDone }: SignInPinProps) {
  const { t } = useTranslation('staff')
  const [entry, setEntry] = useState(() => startPin('enter'))
  const [triesLeft, setTriesLeft] = useState<number | null>(null)
  const [asking, setAsking] = useState(false)
  const lock = useLock(person.id)
  const resting = asking || lock !== null

  const press = (key: PinKey) => {
    if (!resting) setEntry((before) => pressPin(before, key))
  }
  const confirm = async () => {
    if (resting) return
    const { entry: next, ask } = confirmPin(entry)
    setEntry(next)
    if (ask === null) return
    setAsking(true)
    const result = await askMain('staff.sign_in', { person_id: person.id, pin: ask.pin })
    setAsking(false)
    if (result.ok) return onDone()
    const { code, tries_left = null } = result.error
    setTriesLeft(tries_left)
    setEntry((before) => refusedPin(before, code === 'pin_wrong' || code === 'pin_locked' ? code : 'failed'))
  }
  useKeys({
    ...Object.fromEntries(digitKeys.map((digit) => [digit, () => press(digit)])),
    backspace: () => press('backspace'),
    delete: () => press('clear'),
    enter: () => void confirm(),
    escape: onLeave,
  })
  return (
    <EntryStage
      icon={<IconLock size={64} stroke={1.5} aria-hidden />}
      title={lock === null ? t('people.pinOf', { name: person.name }) : t('pin.locked')}
      words={t(lock === null ? 'people.pinWords' : 'pin.lockedWords')}
      dock={
        <>
          <PinPad onPress={press} disabled={resting} />
          <ActionButton
            kind="primary"
            label={t(asking ? 'pin.asking' : 'people.signIn')}
            keyHint="Enter"
            disabled={resting || entry.digits.length < shortestPin(entry)}
            onPress={() => void confirm()}
          />
          <ActionButton kind="quiet" label={t('people.somebodyElse')} onPress={onLeave} />
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

/** How long no PIN is taken, such as 0:24; null when one may be tried. */
function useLock(id: string): string | null {
  const until = useSnapshot(({ staff }) => staff.people?.locked.find((one) => one.person_id === id)?.until)
  const now = useSeconds()
  if (until === undefined) return null
  const { seconds, text } = countdown(until, now)
  return seconds === 0 ? null : text
}
