import type { ReactNode } from 'react'
import { chargedOf } from '../../src-shared/pos/sale/charged.ts'
import type { SaleFacts } from '../../src-shared/pos/sale/sale.ts'
import { useMoney } from '../i18n/use-money.ts'
import { reactionMs, useRest } from '../keyboard/use-rest.ts'
import { SaleTicket } from './sale-ticket.tsx'
import { Spoken } from './spoken.tsx'
import style from './stage.module.css'

/** Class of the element that contains a stage and its dock. */
export const splitClass = style.split

type Tone = 'calm' | 'good' | 'bad' | 'wait'

interface StageProps {
  readonly tone?: Tone
  /** The state in one or two words. */
  readonly title: string
  /** Shows the title to screen readers only, if the layout makes it obvious. */
  readonly hideTitle?: boolean
  readonly icon?: ReactNode
  readonly children?: ReactNode
}

/** The left side of the screen: the state of the sale. Its colour shows the state at a glance. */
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
  /** The action buttons, with the primary one last. */
  readonly children?: ReactNode
  /** Content above the action buttons. */
  readonly above?: ReactNode
  /** The sale that the actions concern. */
  readonly sale?: SaleFacts
  /** In one column, the content above the actions stays visible with them. */
  readonly pinned?: boolean
  /** In one column, the content above the actions comes before everything else. */
  readonly aboveFirst?: boolean
  /**
   * The screen appears by itself, in place of one with other buttons: a press may still be meant for those. Its own take
   * none until the screen can have been seen.
   */
  readonly unasked?: boolean
}

/** The right side of the screen: the actions. The primary one is always in the same place, at the bottom. */
export function Dock({
  children,
  above,
  sale,
  pinned = false,
  aboveFirst = false,
  unasked = false,
}: DockProps) {
  const resting = useRest('', reactionMs) && unasked
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
      <div className={style.actions} inert={resting}>
        {children}
      </div>
    </div>
  )
}

/** The most important fact: whether money moved, or what not to do. */
export function BigWords({ children }: { readonly children: ReactNode }) {
  return <p className={style.bigWords}>{children}</p>
}

/** The amount of the sale, where the window has no room for its ticket. */
export function AmountWithoutTicket({ sale }: { readonly sale: SaleFacts }) {
  const money = useMoney()
  return <p className={`${style.strongWords} ${style.withoutTicket}`}>{money(chargedOf(sale))}</p>
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
