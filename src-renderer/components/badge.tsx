import type { ReactNode } from 'react'
import style from './badge.module.css'

interface BadgeProps {
  readonly tone: 'good' | 'accent' | 'wait' | 'bad' | 'calm'
  readonly icon: ReactNode
  readonly label: string
  readonly large?: boolean
}

/** A state in colour, shape and word: none of them alone has to carry it. */
export function Badge({ tone, icon, label, large = false }: BadgeProps) {
  return (
    <span className={`${style.badge} ${style[tone] ?? ''} ${large ? style.large : ''}`}>
      {icon}
      <span>{label}</span>
    </span>
  )
}
