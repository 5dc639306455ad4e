import type { ReactNode } from 'react'
import style from './page.module.css'

interface PageProps {
  readonly title: string
  /** The header above shows the title already, wherever it has space for it. */
  readonly named?: boolean
  /** What can be done with all of it, at the top. */
  readonly tools?: ReactNode
  readonly children: ReactNode
}

/** A page that is read from top to bottom, its content no wider than eyes like to travel. */
export function Page({ title, named = false, tools, children }: PageProps) {
  return (
    <div className={style.page}>
      <div className={style.content}>
        <div className={style.top}>
          <h1 className={`${style.title} ${named ? style.named : ''}`}>{title}</h1>
          {tools !== undefined && <div className={style.tools}>{tools}</div>}
        </div>
        {children}
      </div>
    </div>
  )
}

interface EmptyProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

/** Nothing here yet: why, and what to do to change it. */
export function Empty({ icon, title, text, children }: EmptyProps) {
  return (
    <div className={style.empty}>
      {icon}
      <h2 className={style.emptyTitle}>{title}</h2>
      <p className={style.emptyText}>{text}</p>
      {children !== undefined && <div className={style.emptyActions}>{children}</div>}
    </div>
  )
}
