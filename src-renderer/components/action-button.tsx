import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './action-button.module.css'

interface ActionButtonProps {
  readonly label: string
  /** Absent if the button submits its form. */
  readonly onPress?: () => void
  /** Submits its form, as Enter in one of its fields does. */
  readonly submits?: boolean
  /** The next step, another good choice, a minor one, or one that undoes. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'undo'
  readonly icon?: ReactNode
  /** The keyboard shortcut. Shown only, so that the accessible name stays the label. */
  readonly keyHint?: 'Enter' | 'Esc' | 'F2' | 'F9'
  /** A second, smaller line; part of the description, not of the name. */
  readonly hint?: string
  readonly disabled?: boolean
  /** Id of the text that explains why it is disabled. */
  readonly describedBy?: string | undefined
  /** Gets the focus when its dialog opens. */
  readonly autoFocus?: boolean
  /** Gets the focus when it appears on a page, in place of a pressed button that has disappeared. */
  readonly focusOnArrival?: boolean
}

/** A button sized by its importance. Pressing it by mouse or finger does not move the focus. */
export function ActionButton({ kind = 'plain', disabled = false, ...button }: ActionButtonProps) {
  const { t } = useTranslation()
  const { keyHint, focusOnArrival = false } = button
  const own = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focusOnArrival) own.current?.focus()
  }, [focusOnArrival])
  const icon = button.icon !== undefined && <span className={style.icon}>{button.icon}</span>
  return (
    <button
      ref={own}
      className={`${style.button} ${style[kind]}`}
      type={button.submits ? 'submit' : 'button'}
      disabled={disabled}
      aria-label={button.label}
      aria-describedby={button.describedBy}
      data-autofocus={button.autoFocus || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={button.onPress}
    >
      {button.icon !== undefined && button.hint !== undefined && icon}
      <span className={style.words}>
        <span>
          {button.hint === undefined && icon}
          <span className={style.label}>{button.label}</span>
        </span>
        {button.hint !== undefined && <span className={style.hint}>{button.hint}</span>}
      </span>
      {keyHint !== undefined && (
        <kbd className={style.key}>{keyHint === 'Enter' ? t('shortcuts.enterKey') : keyHint}</kbd>
      )}
    </button>
  )
}
