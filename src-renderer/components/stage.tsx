import type { ReactNode } from 'react'
import style from './stage.module.css'

export type Tone = 'calm' | 'good' | 'bad' | 'wait'

interface StageProps {
  readonly tone?: Tone
  /** What is the matter, in a word or two. */
  readonly title: string
  readonly icon?: ReactNode
  readonly children?: ReactNode
}

/** The left field of the screen: what is. Its colour says how it stands before anyone reads. */
export function Stage({ tone = 'calm', title, icon, children }: StageProps) {
  return (
    <section className={`${style.stage} ${style[tone]}`}>
      <div className={style.content}>
        {icon !== undefined && <div className={style.icon}>{icon}</div>}
        <h1 className={style.title}>{title}</h1>
        {children}
      </div>
    </section>
  )
}

/** The right field: what can be done. The next thing to do is always at the same place, at the bottom. */
export function Dock({ children, above }: { readonly children?: ReactNode; readonly above?: ReactNode }) {
  return (
    <div className={style.dock}>
      {above !== undefined && <div className={style.above}>{above}</div>}
      <div className={style.actions}>{children}</div>
    </div>
  )
}

/** A sentence that explains the state. */
export function Words({
  children,
  strong = false,
}: {
  readonly children: ReactNode
  readonly strong?: boolean
}) {
  return <p className={strong ? style.strongWords : style.words}>{children}</p>
}
