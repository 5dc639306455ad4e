import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import style from './notice.module.css'
import tones from './tones.module.css'
import { useScrollIntoView } from './use-scroll-into-view.ts'

interface NoticeProps {
  readonly tone: 'calm' | 'wait' | 'bad'
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
  /** Interrupts a screen reader: for something that just failed. */
  readonly alert?: boolean
  /** Scrolls into view: for the answer to a button that may be at the end of the page. */
  readonly scrolls?: boolean
  /** Its first button gets the focus when the question appears. */
  readonly asks?: boolean
}

/** Information beside the sale, with its actions. */
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
    <div
      ref={notice}
      className={`${style.notice} ${tones[tone] ?? style[tone]}`}
      role={alert ? 'alert' : undefined}
    >
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
