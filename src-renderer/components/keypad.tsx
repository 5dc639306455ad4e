import { IconBackspace } from '@tabler/icons-react'
import { memo } from 'react'
import type { AmountKey } from '../cashier/amount-entry.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './keypad.module.css'

/** As on a card terminal: 1 at the top left. */
const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0', 'backspace'] as const

interface KeypadProps {
  readonly onPress: (key: AmountKey) => void
}

export const Keypad = memo(function Keypad({ onPress }: KeypadProps) {
  const { t } = useTranslation()
  return (
    // A fieldset would add a frame and a legend; only the name is needed.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="group" aria-label={t('ready.keypad')} className={style.keypad} data-keypad>
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          className={style.key}
          aria-label={key === 'backspace' ? t('ready.deleteDigit') : undefined}
          // Keeps the focus where it was: Enter must charge, not press the last digit again.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPress(key)}
        >
          {key === 'backspace' ? <IconBackspace size={34} stroke={1.75} aria-hidden /> : key}
        </button>
      ))}
    </div>
  )
})
