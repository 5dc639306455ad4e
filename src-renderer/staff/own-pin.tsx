import { useState } from 'react'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import { mostPinDigits } from '../../src-shared/pos/staff/pin-length.ts'
import { ActionButton } from '../components/action-button.tsx'
import { PinInput } from '../components/pin-input.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './sign-in.module.css'

/** A PIN from the time when four digits were enough also confirms. */
export const canConfirm = (pin: string): boolean => pin.length >= 4 && pin.length <= mostPinDigits

interface ConfirmByPinProps {
  readonly label: string
  /** @returns why main refused; null if it accepted. */
  readonly onConfirm: (current: string) => Promise<CommandRefusal | null>
}

/** A button that confirms its action with the PIN of the signed-in person. */
export function ConfirmByPin({ label, onConfirm }: ConfirmByPinProps) {
  const { t } = useTranslation('staff')
  const [pin, setPin] = useState('')
  const [trouble, setTrouble] = useState<string | null>(null)
  const send = async () => {
    const refused = await onConfirm(pin)
    setPin('')
    setTrouble(refused === null ? null : t(`refusal.${refused.code}`))
  }
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <PinInput label={t('people.yourPin')} value={pin} onChange={setPin} trouble={trouble} />
      <div className={style.actions}>
        <ActionButton submits label={label} disabled={!canConfirm(pin)} />
      </div>
    </form>
  )
}
