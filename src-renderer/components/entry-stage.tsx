import type { ReactNode } from 'react'
import style from './entry-stage.module.css'
import { Dock, splitClass } from './stage.tsx'

interface EntryStageProps {
  readonly icon: ReactNode
  readonly title: string
  /** What it is about; hidden first where the keypad needs the space. */
  readonly words: string
  /** The title may be hidden too: the button shows what will happen. */
  readonly brief?: boolean
  /** What is typed and what is wrong with it: always in sight. */
  readonly children: ReactNode
  /** The keypad and the actions. */
  readonly dock: ReactNode
}

/** Something is typed on a keypad: what was typed stays in sight above it, on the smallest screen too. */
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
