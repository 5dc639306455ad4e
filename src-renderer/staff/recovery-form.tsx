import { useState } from 'react'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import { isNewPinLength } from '../../src-shared/pos/staff/pin-length.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { Page } from '../components/page.tsx'
import { PinInput } from '../components/pin-input.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { toCounter, usePlaceStore } from '../stores/place-store.ts'
import { showRecoveryCode } from '../stores/put-aside.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './sign-in.module.css'

/** Lets an owner or manager who forgot the PIN in, by the code on paper or the payment service's key. */
export function RecoveryForm({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation('staff')
  const hasPeople = useSnapshot(({ staff }) => staff.people !== null)
  const training = useSnapshot((snapshot) => snapshot.training)
  const ofManager = training ? 'people.recoveryTraining' : 'people.recoveryManager'
  const words = hasPeople ? 'people.recoveryWords' : ofManager
  const [secret, setSecret] = useState('')
  const [pin, setPin] = useState('')
  const [trouble, setTrouble] = useState<string | null>(null)
  const send = async () => {
    const result = await askMain('staff.recover', { secret, pin })
    if (!result.ok) return setTrouble(troubleOf(result.error.code))
    // A person who returns to a counter that locked itself is already back on their page, and a manager on the page whose
    // PIN was asked for.
    if (usePlaceStore.getState().place === 'sign_in') toCounter()
    if (result.value.recovery_code !== null) showRecoveryCode(result.value.recovery_code)
  }
  const troubleOf = (code: RefusalCode): string => {
    if (code === 'pin_weak') return t('pin.trouble.pin_weak')
    if (code === 'pin_wrong') return t(hasPeople ? 'people.recoveryWrong' : 'people.secretWrong')
    return t(code === 'failed' ? 'pin.trouble.failed' : `refusal.${code}`)
  }
  return (
    <Page title={t('people.forgotten')}>
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <p>{t(words)}</p>
        <Field
          label={t(
            hasPeople ? 'people.recoverySecret' : training ? 'people.trainingWord' : 'people.serviceKey',
          )}
          value={secret}
          onChange={setSecret}
          trouble={trouble}
          autoFocus
        />
        <PinInput label={t('people.newPin')} value={pin} onChange={setPin} />
        <div className={style.actions}>
          <ActionButton
            submits
            kind="primary"
            label={t('people.recover')}
            disabled={secret.trim() === '' || !isNewPinLength(pin)}
          />
          <ActionButton kind="quiet" label={t('header.toPage')} onPress={onLeave} />
        </div>
      </form>
    </Page>
  )
}
