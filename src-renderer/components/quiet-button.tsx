import type { ReactNode } from 'react'
import style from './quiet-button.module.css'

interface QuietButtonProps {
  readonly icon: ReactNode
  readonly label: string
  readonly onPress: () => void
  /** Leaves the keyboard's focus where it was; not when something to type in appears. */
  readonly keepFocus?: boolean
  /** Where space is scarce only the icon is shown; screen readers read the words as ever. */
  readonly brief?: boolean
}

/** Something one may do beside the sale, without a frame of its own. */
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
