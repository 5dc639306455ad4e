import type { ReactNode } from 'react'
import style from './quiet-button.module.css'

interface QuietButtonProps {
  readonly icon: ReactNode
  readonly label: string
  readonly onPress: () => void
  /** Keeps the focus where it was; false if the press shows a text field. */
  readonly keepFocus?: boolean
  /** On narrow screens only the icon is shown; screen readers still read the label. */
  readonly brief?: boolean
}

/** A minor action beside the sale, without a frame. */
export function QuietButton({ icon, label, onPress, keepFocus = true, brief = false }: QuietButtonProps) {
  return (
    <button
      type="button"
      className={style.quiet}
      title={brief ? label : undefined}
      onPointerDown={keepFocus ? (event) => event.preventDefault() : undefined}
      onClick={onPress}
    >
      {icon}
      <span className={brief ? style.brief : undefined}>{label}</span>
    </button>
  )
}
