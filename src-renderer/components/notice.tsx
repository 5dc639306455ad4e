import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import style from './notice.module.css'
import { useScrollIntoView } from './use-scroll-into-view.ts'

interface NoticeProps {
  readonly tone: 'calm' | 'wait' | 'bad'
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
  /** Interrupts a screen reader: for what just went wrong. */
  readonly alert?: boolean
  /** Scrolls to where it is seen: for the answer to a button that may stand at the page's end. */
  readonly scrolls?: boolean
  /** Its first button has the keyboard as soon as it is asked. */
  readonly asks?: boolean
}

/** Something to know beside the sale, and what to do about it. */
export function Notice({
  tone,
  title,
  text,
  children,
  alert = false,
  scrolls = false,
  asks = false,
}: NoticeProps) {
  const notice = useScrollIntoView<HTMLDivElement>(scrolls, `${title}\n${text ?? ''}`)
  useEffect(() => {
    if (asks) notice.current?.querySelector('button')?.focus()
  }, [asks, notice])
  return (
    <div ref={notice} className={`${style.notice} ${style[tone]}`} role={alert ? 'alert' : undefined}>
      <span className={style.icon}>
        {tone === 'calm' ? (
          <IconInfoCircle size={28} aria-hidden />
        ) : (
          <IconAlertTriangle size={28} aria-hidden />
        )}
      </span>
      <div className={style.body}>
        <h2 className={style.title}>{title}</h2>
        {text !== undefined && <p>{text}</p>}
        {children !== undefined && <div className={style.actions}>{children}</div>}
      </div>
    </div>
  )
}
