import type { TFunction } from 'i18next'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { PinInput } from './pin-input.tsx'

interface ManagerPinFieldProps {
  readonly value: string
  readonly onChange: (pin: string) => void
  readonly autoFocus?: boolean
}

/** A manager enters the PIN here to approve an action that a cashier may not do alone. */
export function ManagerPinField(props: ManagerPinFieldProps) {
  const { t } = useTranslation()
  return <PinInput {...props} label={t('approval.pin')} />
}

/** Explains at the counter why an action that needs a manager's approval was not done. */
export function approvalTrouble(code: RefusalCode, t: TFunction): string {
  return code === 'pin_needed' || code === 'payload_invalid' ? t(`approval.${code}`) : t(`refusal.${code}`)
}
