import { IconBookmark, IconBookmarks, IconDiscount, IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { memo, useEffect, useRef } from 'react'
import { oneUnit } from '../../../src-shared/pos/order/limits.ts'
import type { Order, OrderLine } from '../../../src-shared/pos/order/order.ts'
import { discountName, lineName } from '../../../src-shared/pos/order/order-details.ts'
import type { LineTotals, OrderTotals } from '../../../src-shared/pos/order/totals.ts'
import { QuietButton } from '../../components/quiet-button.tsx'
import { useMoney } from '../../i18n/use-money.ts'
import { useNumbers } from '../../i18n/use-numbers.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { openDialog } from '../../stores/dialog-store.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'
import style from './cart-list.module.css'
import { clearOrder, editLine, removeLine, requestOrder, useDraft } from './cart-store.ts'

/** The lines of the order. A tap on a line edits it; a tap on its cross removes it. */
export function CartLines() {
  const { draft, totals } = useDraft()
  const list = useRef<HTMLUListElement>(null)
  // Scrolls to the line that was added last.
  const count = draft.lines.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a line comes or goes
  useEffect(
    // Newer browsers return a promise, which React would call as the effect's end.
    () => void list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' }),
    [count],
  )
  if (count === 0) return null
  const isWeighed = draft.lines.some(({ quantity }) => quantity % oneUnit !== 0)
  return (
    <ul ref={list} className={`${style.list} ${isWeighed ? style.weighed : ''}`}>
      {draft.lines.map((line, index) => (
        <Line key={line.id} line={line} totals={totals.lines[index]} />
      ))}
    </ul>
  )
}

/** The totals, and the actions for the whole order. */
export function CartFoot() {
  const { t } = useTranslation('sell')
  const { draft, totals } = useDraft()
  const held = useSnapshot(({ selling }) => selling.held)
  const isEmpty = draft.lines.length === 0 && draft.discounts.length === 0
  return (
    <>
      <div className={style.tools}>
        {draft.lines.length > 0 && (
          <>
            <QuietButton
              icon={<IconDiscount size={22} aria-hidden />}
              label={t('discount')}
              onPress={() => openDialog('cart_discount')}
            />
            <QuietButton
              icon={<IconBookmark size={22} aria-hidden />}
              label={t('hold')}
              onPress={() => openDialog('cart_hold')}
            />
          </>
        )}
        {held > 0 && (
          <QuietButton
            icon={<IconBookmarks size={22} aria-hidden />}
            label={t('heldCount', { count: held })}
            onPress={() => openDialog('cart_held')}
          />
        )}
        {!isEmpty && (
          <QuietButton
            icon={<IconTrash size={22} aria-hidden />}
            label={t('clear')}
            brief
            onPress={() => void clearOrder()}
          />
        )}
      </div>
      {!isEmpty && <Totals order={draft} totals={totals} />}
    </>
  )
}

interface LineProps {
  readonly line: OrderLine
  readonly totals: LineTotals | undefined
}

/** An unchanged line is the same object, but its totals are a new object after each change of the order. */
const isSameLine = (before: LineProps, after: LineProps): boolean =>
  before.line === after.line && JSON.stringify(before.totals) === JSON.stringify(after.totals)

const Line = memo(function Line({ line, totals }: LineProps) {
  const { t } = useTranslation('sell')
  const money = useMoney()
  const { quantity, percent } = useNumbers()
  if (totals === undefined) return null
  const name = lineName(line)
  const isPlain = line.quantity === oneUnit
  return (
    <li className={style.line}>
      <button
        type="button"
        className={style.edit}
        aria-label={t('editLine', { name })}
        onPointerDown={(event) => event.preventDefault()}
        disabled={line.gift_card !== undefined}
        onClick={() => editLine(line.id)}
      >
        <span className={style.count}>{quantity(line.quantity / oneUnit)}</span>
        <span className={style.what}>
          <span className={style.name}>{name}</span>
          {!isPlain && <span className={style.detail}>{t('each', { amount: money(totals.unit) })}</span>}
          {line.price_override !== null && (
            <span className={style.detail}>{t('insteadOf', { amount: money(line.unit_amount) })}</span>
          )}
          {line.discount !== null && (
            <span className={style.detail}>
              {discountName(line.discount, percent)}{' '}
              <span className={style.off}>−{money(totals.discount)}</span>
            </span>
          )}
          {line.note !== '' && (
            <span className={style.detail}>
              <IconPencil size={16} aria-hidden /> {line.note}
            </span>
          )}
        </span>
        <span className={style.amount}>{money(totals.gross - totals.discount)}</span>
      </button>
      <button
        type="button"
        className={style.remove}
        aria-label={t('removeLine', { name })}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => removeLine(line.id, name)}
      >
        <IconX size={22} aria-hidden />
      </button>
    </li>
  )
}, isSameLine)

/** Shows the same cents as the receipt: subtotal plus tax is the total. */
function Totals({ order, totals }: { readonly order: Order; readonly totals: OrderTotals }) {
  const { t } = useTranslation('sell')
  const money = useMoney()
  const { percent } = useNumbers()
  return (
    <div className={style.totals}>
      {order.discounts.map(({ id, discount }) => (
        <div key={id} className={style.discount}>
          <span className={style.discountName}>{discountName(discount, percent)}</span>
          <span className={style.off}>−{money(totals.order_discounts.get(id) ?? 0)}</span>
          <button
            type="button"
            className={style.remove}
            aria-label={t('removeDiscount', { name: discountName(discount, percent) })}
            onClick={() => void requestOrder({ kind: 'remove_discount', discount_id: id })}
          >
            <IconX size={22} aria-hidden />
          </button>
        </div>
      ))}
      {totals.taxes.length > 0 && (
        <dl className={style.facts}>
          <Fact label={t('subtotal')} value={money(totals.subtotal)} />
          {totals.taxes.map(({ rate, tax }) => (
            <Fact
              key={`${rate.id} ${rate.rate}`}
              label={t(rate.inclusive ? 'taxIncluded' : 'tax', {
                name: rate.name,
                rate: percent(rate.rate / 1_000),
              })}
              value={money(tax)}
            />
          ))}
        </dl>
      )}
    </div>
  )
}

/** The total, separate from the sums it is made of, so that it stays visible while the order scrolls. */
export function CartTotal() {
  const { t } = useTranslation('sell')
  const money = useMoney()
  const { totals } = useDraft()
  return (
    <dl className={style.facts}>
      <Fact strong label={t('total')} value={money(totals.total)} />
    </dl>
  )
}

interface FactProps {
  readonly label: string
  readonly value: string
  readonly strong?: boolean
}

const Fact = ({ label, value, strong = false }: FactProps) => (
  <div className={strong ? style.strong : undefined}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
