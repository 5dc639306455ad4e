import { IconBackspace } from '@tabler/icons-react'
import { useTranslation } from '../i18n/use-translation.ts'
import type { PinKey } from '../staff/pin-entry.ts'
import style from './keypad.module.css'

/** Like the keypad for amounts, with a key that clears the PIN in place of 00. */
const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'clear', '0', 'backspace'] as const

interface PinPadProps {
  readonly onPress: (key: PinKey) => void
  readonly disabled: boolean
}

export function PinPad({ onPress, disabled }: PinPadProps) {
  const { t } = useTranslation('staff')
  const words: Partial<Record<PinKey, string>> = { clear: t('pin.clear'), backspace: t('pin.deleteDigit') }
  return (
    // A fieldset would add a frame and a legend; only the name is needed.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="group" aria-label={t('pin.keypad')} className={style.keypad}>
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          className={`${style.key} ${key === 'clear' ? style.word : ''}`}
          disabled={disabled}
          aria-label={words[key]}
          // Keeps the focus where it was: Enter must open the page, not press the last digit again.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPress(key)}
        >
          {key === 'backspace' ? <IconBackspace size={34} stroke={1.75} aria-hidden /> : (words[key] ?? key)}
        </button>
      ))}
    </div>
  )
}
