import type { ReactNode } from 'react'
import style from './toast.module.css'

interface ToastProps {
  readonly tone: 'calm' | 'bad'
  readonly children: ReactNode
}

/** Floats above the screen for as long as it is needed: for what is not part of any screen. */
export function Toast({ tone, children }: ToastProps) {
  return <div className={`${style.toast} ${style[tone]}`}>{children}</div>
}
