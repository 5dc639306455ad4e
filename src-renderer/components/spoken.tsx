import type { ReactNode } from 'react'
import style from './spoken.module.css'

interface SpokenProps {
  readonly children: ReactNode
  /** A screen reader announces changes. */
  readonly status?: boolean
}

/** For screen readers only: text that the layout already shows. */
export function Spoken({ children, status = false }: SpokenProps) {
  return status ? (
    <p className={style.spoken} role="status">
      {children}
    </p>
  ) : (
    <span className={style.spoken}>{children}</span>
  )
}
