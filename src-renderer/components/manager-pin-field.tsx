import type { TFunction } from 'i18next'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import { mostPinDigits } from '../../src-shared/pos/staff/pin-length.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { Field } from './field.tsx'

interface ManagerPinFieldProps {
  readonly value: string
  readonly onChange: (pin: string) => void
  readonly autoFocus?: boolean
}

/** A manager enters the PIN here to approve an action that a cashier may not do alone. */
export function ManagerPinField({ value, onChange, autoFocus = false }: ManagerPinFieldProps) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('approval.pin')}
      autoFocus={autoFocus}
      type="password"
      inputMode="numeric"
      maxLength={mostPinDigits}
      value={value}
      onChange={(text) => onChange(text.replace(/\D/g, ''))}
    />
  )
}

/** Explains at the counter why an action that needs a manager's approval was not done. */
export function approvalTrouble(code: RefusalCode, t: TFunction): string {
  return code === 'pin_needed' || code === 'payload_invalid' ? t(`approval.${code}`) : t(`refusal.${code}`)
}
