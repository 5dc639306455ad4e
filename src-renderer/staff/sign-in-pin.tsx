import { useState } from 'react'
import type { PeopleStatus } from '../../src-shared/pos/staff/staff.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { confirmPin, pinTroubleOf, pressPin, refusedPin, scannedPin, startPin } from './pin-entry.ts'
import { PinStage, usePersonLock } from './pin-stage.tsx'

interface SignInPinProps {
  readonly person: PeopleStatus['shown'][number]
  readonly onLeave: () => void
  /** Called before the request, since the snapshot may come before the answer: a required change reuses this PIN. */
  readonly onTyped: (pin: string) => void
  readonly onDone: () => void
}

/** Enters the PIN of one person, who then replaces the signed-in person. */
export function SignInPin({ person, onLeave, onTyped, onDone }: SignInPinProps) {
  const { t } = useTranslation('staff')
  const [entry, setEntry] = useState(() => startPin('enter'))
  const [triesLeft, setTriesLeft] = useState<number | null>(null)
  const [asking, setAsking] = useState(false)
  const confirm = async () => {
    const { entry: next, ask } = confirmPin(entry)
    setEntry(next)
    if (ask === null) return
    setAsking(true)
    onTyped(ask.pin)
    const result = await askMain('staff.sign_in', { person_id: person.id, pin: ask.pin })
    setAsking(false)
    if (result.ok) return onDone()
    const { code, tries_left = null } = result.error
    setTriesLeft(tries_left)
    setEntry((before) => refusedPin(before, pinTroubleOf(code)))
  }
  return (
    <PinStage
      title={t('people.pinOf', { name: person.name })}
      words={t('people.pinWords')}
      {...{ entry, triesLeft, asking, onLeave, lock: usePersonLock(person.id) }}
      confirmLabel={t('people.signIn')}
      onPress={(key) => setEntry((before) => pressPin(before, key))}
      onConfirm={() => void confirm()}
      onScan={() => setEntry(scannedPin)}
    >
      <ActionButton kind="quiet" label={t('people.somebodyElse')} onPress={onLeave} />
    </PinStage>
  )
}
