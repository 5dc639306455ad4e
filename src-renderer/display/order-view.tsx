import { useEffect, useRef } from 'react'
import type { Cents } from '../../src-shared/money.ts'
import type { DisplayOrder } from '../../src-shared/pos/customer-display/display-snapshot.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './display.module.css'
import { useMoney, useQuantity } from './display-store.ts'
import { Sum } from './message.tsx'

interface OrderViewProps {
  readonly order: DisplayOrder
  readonly title: string
  /** The amount to pay now if it differs from the order's total: with a tip, or a part. */
  readonly due?: Cents
  readonly tip?: Cents
  readonly surcharge?: Cents
}

/** The lines of the order, and its total in large type. */
export function OrderView({ order, title, due = order.due, tip = 0, surcharge = 0 }: OrderViewProps) {
  const { t } = useTranslation('display')
  const money = useMoney()
  const count = useQuantity()
  const list = useRef<HTMLOListElement>(null)
  const { lines } = order
  // Scrolls to the line that was added last.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a line comes or goes
  useEffect(
    // Newer browsers return a promise, which React would call as the effect's end.
    () => void list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' }),
    [lines.length],
  )
  return (
    <div className={style.order}>
      <h1 className={style.title}>{title}</h1>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long order is scrolled by the keyboard too */}
      <ol ref={list} className={style.lines} tabIndex={0} aria-label={t('yourOrder')}>
        {lines.map(({ id, name, quantity, amount }) => (
          <li key={id} className={style.line}>
            <span className={style.count}>{count(quantity)}</span>
            <span className={style.name}>{name}</span>
            <span>{money(amount)}</span>
          </li>
        ))}
      </ol>
      <div className={style.foot}>
        {order.discount + order.added_tax + order.returned + tip + surcharge > 0 && (
          <dl className={style.facts}>
            {order.discount > 0 && <Fact label={t('discount')} value={`−${money(order.discount)}`} />}
            {order.added_tax > 0 && <Fact label={t('tax')} value={money(order.added_tax)} />}
            {order.returned > 0 && <Fact label={t('returned')} value={`−${money(order.returned)}`} />}
            {surcharge > 0 && <Fact label={t('surcharge')} value={money(surcharge)} />}
            {tip > 0 && <Fact label={t('tip')} value={money(tip)} />}
          </dl>
        )}
        {due < 0 ? (
          <Sum label={t('goesBack')} text={money(-due)} />
        ) : (
          <Sum label={t(due === order.total ? 'total' : 'toPay')} text={money(due)} />
        )}
      </div>
    </div>
  )
}

const Fact = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
