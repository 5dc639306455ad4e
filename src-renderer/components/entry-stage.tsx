import type { ReactNode } from 'react'
import style from './entry-stage.module.css'
import { Dock, splitClass } from './stage.tsx'

interface EntryStageProps {
  readonly icon: ReactNode
  readonly title: string
  /** The explanation; hidden first if the keypad needs the space. */
  readonly words: string
  /** The title may also be hidden, because the button shows the action. */
  readonly brief?: boolean
  /** The typed value and its errors, always visible. */
  readonly children: ReactNode
  /** The keypad and the action buttons. */
  readonly dock: ReactNode
}

/** A screen with a keypad. The typed value stays visible above it, even on the smallest screen. */
export function EntryStage({ icon, title, words, brief = false, children, dock }: EntryStageProps) {
  return (
    <div className={`${splitClass} ${style.split}`}>
      <section className={style.stage}>
        <div className={`${style.content} ${brief ? style.brief : ''}`}>
          <div className={style.icon}>{icon}</div>
          <h1 className={style.title}>{title}</h1>
          <p className={style.words}>{words}</p>
          {children}
        </div>
      </section>
      <Dock>{dock}</Dock>
    </div>
  )
}
