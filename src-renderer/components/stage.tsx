import type { ReactNode } from 'react'
import type { SaleFacts } from '../../src-shared/pos/sale/sale.ts'
import { SaleTicket } from './sale-ticket.tsx'
import { Spoken } from './spoken.tsx'
import style from './stage.module.css'

/** Of what holds a stage and its dock. */
export const splitClass = style.split

type Tone = 'calm' | 'good' | 'bad' | 'wait'

interface StageProps {
  readonly tone?: Tone
  /** What is the matter, in a word or two. */
  readonly title: string
  /** For screen readers only, where the layout shows what it is about. */
  readonly hideTitle?: boolean
  readonly icon?: ReactNode
  readonly children?: ReactNode
}

/** The left field of the screen: the state of the sale. Its colour shows the state before anyone reads. */
export function Stage({ tone = 'calm', title, hideTitle = false, icon, children }: StageProps) {
  return (
    <section className={`${style.stage} ${style[tone]}`}>
      <div className={style.content}>
        {icon !== undefined && <div className={style.icon}>{icon}</div>}
        <h1 className={hideTitle ? undefined : style.title}>
          {hideTitle ? <Spoken>{title}</Spoken> : title}
        </h1>
        {children}
      </div>
    </section>
  )
}

interface DockProps {
  /** The actions, the next thing to do last. */
  readonly children?: ReactNode
  /** What fills the place above them. */
  readonly above?: ReactNode
  /** The sale they are about. */
  readonly sale?: SaleFacts
  /** In one column, what is above the actions stays in sight with them. */
  readonly pinned?: boolean
  /** In one column, what is above the actions comes before everything else. */
  readonly aboveFirst?: boolean
}

/** The right field: what can be done. The next thing to do is always at the same place, at the bottom. */
export function Dock({ children, above, sale, pinned = false, aboveFirst = false }: DockProps) {
  return (
    <div className={`${style.dock} ${pinned ? style.pinned : ''}`}>
      {sale !== undefined && (
        <div className={style.ticket}>
          <SaleTicket sale={sale} />
        </div>
      )}
      {above !== undefined && (
        <div className={`${style.above} ${aboveFirst ? style.first : ''}`}>{above}</div>
      )}
      <div className={style.actions}>{children}</div>
    </div>
  )
}

/** The one thing that must not be missed: whether money moved, what not to do. */
export function BigWords({ children }: { readonly children: ReactNode }) {
  return <p className={style.bigWords}>{children}</p>
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
