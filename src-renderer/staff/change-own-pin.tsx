import { useState } from 'react'
import type { PeopleStatus } from '../../src-shared/pos/staff/staff.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { run } from '../stores/command-store.ts'
import { confirmPin, pinTroubleOf, pressPin, scannedPin, startPin } from './pin-entry.ts'
import { PinStage, usePersonLock } from './pin-stage.tsx'

interface ChangeOwnPinProps {
  readonly person: NonNullable<PeopleStatus['present']>
  /** The PIN typed at sign-in a moment ago; null if it has to be typed here. */
  readonly current: string | null
  readonly onLeave: () => void
  readonly onDone: () => void
}

/** Changes one's own PIN: the current one, then the new one twice. If it is required, leaving locks the counter. */
export function ChangeOwnPin({ person, current, onLeave, onDone }: ChangeOwnPinProps) {
  const { t } = useTranslation('staff')
  const [entry, setEntry] = useState(() =>
    current === null ? startPin('current') : { ...startPin('choose'), current },
  )
  const [triesLeft, setTriesLeft] = useState<number | null>(null)
  const [asking, setAsking] = useState(false)
  const must = person.must_choose_pin
  const confirm = async () => {
    const { entry: next, ask } = confirmPin(entry)
    setEntry(next)
    if (ask?.kind !== 'choose' || ask.current === null) return
    setAsking(true)
    const result = await askMain('staff.change_own_pin', { current: ask.current, pin: ask.pin })
    setAsking(false)
    if (result.ok) return onDone()
    const { code, tries_left = null } = result.error
    setTriesLeft(tries_left)
    // Only the new PIN was refused: the current one is kept.
    if (code === 'pin_weak') setEntry({ ...startPin('choose'), current: ask.current, trouble: code })
    else setEntry({ ...startPin('current'), trouble: pinTroubleOf(code) })
  }
  const { step } = entry
  const words =
    step === 'choose'
      ? must
        ? 'own.forced'
        : 'own.choose'
      : step === 'repeat'
        ? 'own.repeat'
        : 'own.current'
  return (
    <PinStage
      title={t(`own.title.${step === 'choose' || step === 'repeat' ? step : 'current'}`, {
        name: person.name,
      })}
      words={t(words)}
      {...{ entry, triesLeft, asking, lock: usePersonLock(person.id) }}
      confirmLabel={t(step === 'repeat' ? 'pin.keep' : 'pin.next')}
      onPress={(key) => setEntry((before) => pressPin(before, key))}
      onConfirm={() => void confirm()}
      onScan={() => setEntry(scannedPin)}
      onLeave={must ? () => undefined : onLeave}
    >
      {must ? (
        <ActionButton
          kind="quiet"
          label={t('people.lock')}
          onPress={() => void run('staff.lock', undefined)}
        />
      ) : (
        <ActionButton kind="quiet" label={t('header.toPage')} onPress={onLeave} />
      )}
    </PinStage>
  )
}
