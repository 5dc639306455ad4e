import type { ReactNode } from 'react'
import style from './quiet-button.module.css'

interface QuietButtonProps {
  readonly icon: ReactNode
  readonly label: string
  readonly onPress: () => void
  /** Leaves the keyboard's focus where it was; not when something to type in appears. */
  readonly keepFocus?: boolean
}

/** Something one may do beside the sale, without a frame of its own. */
export function QuietButton({ icon, label, onPress, keepFocus = true }: QuietButtonProps) {
  return (
    <button
      type="button"
      className={style.quiet}
      onPointerDown={keepFocus ? (event) => event.preventDefault() : undefined}
      onClick={onPress}
    >
      {icon}
      {label}
    </button>
  )
}
