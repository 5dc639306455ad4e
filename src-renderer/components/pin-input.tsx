import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { mostPinDigits } from '../../src-shared/pos/staff/pin-length.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { watchPinScans } from '../staff/watch-pin-scans.ts'
import { Field } from './field.tsx'

interface PinInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (pin: string) => void
  readonly trouble?: string | null
  readonly autoFocus?: boolean
}

/** A field for a PIN. A scan into it is removed, and what is longer than any PIN is no try at one. */
export function PinInput({ label, value, onChange, trouble = null, autoFocus = false }: PinInputProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [isScanned, setScanned] = useState(false)
  const scanned = useEffectEvent(() => {
    onChange('')
    setScanned(true)
  })
  useLayoutEffect(
    () =>
      watchPinScans(
        (target) => target === input.current,
        () => scanned(),
      ),
    [],
  )
  const isTooLong = value.length > mostPinDigits
  return (
    <Field
      label={label}
      value={value}
      onChange={(text) => {
        setScanned(false)
        onChange(text.replace(/\D/g, ''))
      }}
      trouble={isScanned ? t('notPin.scanned') : isTooLong ? t('notPin.too_long') : trouble}
      type="password"
      inputMode="numeric"
      // One digit more is taken, so that the rest of a longer number is not mistaken for a PIN.
      maxLength={mostPinDigits + 1}
      autoFocus={autoFocus}
      inputRef={input}
    />
  )
}
