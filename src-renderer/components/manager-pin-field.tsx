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

/** The manager types the PIN for what a cashier may not do alone. */
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

/** Why something that a manager approves was not done, for those who stand at the counter. */
export function approvalTrouble(code: RefusalCode, t: TFunction): string {
  return code === 'pin_needed' || code === 'payload_invalid' ? t(`approval.${code}`) : t(`refusal.${code}`)
}
