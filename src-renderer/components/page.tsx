import type { ReactNode } from 'react'
import style from './page.module.css'

interface PageProps {
  readonly title: string
  /** The header above already shows the title if it has room. */
  readonly named?: boolean
  /** Actions for the whole page, at the top. */
  readonly tools?: ReactNode
  /** A problem, shown above the actions, so that it is in sight on a small screen. */
  readonly notice?: ReactNode
  readonly children: ReactNode
}

/** A page that scrolls vertically, with its content at a readable width. */
export function Page({ title, named = false, tools, notice, children }: PageProps) {
  const hasNotice = Boolean(notice)
  const toolBar = tools !== undefined && <div className={style.tools}>{tools}</div>
  return (
    <div className={style.page}>
      <div className={style.content}>
        <div className={style.top}>
          <h1 className={`${style.title} ${named ? style.named : ''}`}>{title}</h1>
          {!hasNotice && toolBar}
        </div>
        {notice}
        {hasNotice && toolBar}
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

/** Shown when there is no content: the reason and what to do. */
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
