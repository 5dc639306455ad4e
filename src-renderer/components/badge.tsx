import type { ReactNode } from 'react'
import style from './badge.module.css'
import tones from './tones.module.css'

interface BadgeProps {
  readonly tone: 'good' | 'accent' | 'wait' | 'bad' | 'calm'
  readonly icon: ReactNode
  readonly label: string
  readonly large?: boolean
}

/** Shows a state by colour, icon and text, so that none of them is needed alone. */
export function Badge({ tone, icon, label, large = false }: BadgeProps) {
  return (
    <span className={`${style.badge} ${tones[tone] ?? style[tone]} ${large ? style.large : ''}`}>
      {icon}
      <span>{label}</span>
    </span>
  )
}
