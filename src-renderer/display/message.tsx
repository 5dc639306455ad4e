import type { ReactNode } from 'react'
import { Amount } from '../components/amount.tsx'
import style from './display.module.css'

interface MessageProps {
  readonly tone?: 'calm' | 'good'
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
}

/** One message in the middle of the screen, readable from the customer's position. */
export function Message({ tone = 'calm', title, text, children }: MessageProps) {
  return (
    <section className={`${style.message} ${tone === 'good' ? style.good : ''}`}>
      <h1 className={style.title}>{title}</h1>
      {children}
      {text !== undefined && <p className={style.text}>{text}</p>}
    </section>
  )
}

/** An amount with its label. */
export const Sum = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <div className={style.sum}>
    <p className={style.label}>{label}</p>
    <Amount text={text} />
  </div>
)
