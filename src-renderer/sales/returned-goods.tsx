import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { oneUnit } from '../../src-shared/pos/order/limits.ts'
import {
  amountLineId,
  type Returnable,
  type ReturnableLine,
} from '../../src-shared/pos/returns/returnable.ts'
import { cardName } from '../cashier/card-name.ts'
import { Field } from '../components/field.tsx'
import { typedAmount } from '../i18n/typed-amount.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useNumbers } from '../i18n/use-numbers.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './sales.module.css'

interface ReturnedGoodsProps {
  readonly left: Returnable
  /** Thousandths of a unit by line id; for a typed amount, cents. */
  readonly quantities: ReadonlyMap<string, number>
  readonly onQuantity: (id: string, quantity: number) => void
  /** Tenders whose tips go back. */
  readonly tips: readonly string[]
  readonly onTips: (tips: readonly string[]) => void
}

/** Chooses the returned quantity of each line, and the tips that go back. */
export function ReturnedGoods({ left, quantities, onQuantity, tips, onTips }: ReturnedGoodsProps) {
  const { t } = useTranslation('sales')
  const money = useMoney()
  return (
    <>
      {left.lines
        .filter(({ sold, returned }) => sold > returned)
        .map((line) =>
          line.id === amountLineId ? (
            <AmountLine key={line.id} line={line} onChange={(cents) => onQuantity(line.id, cents)} />
          ) : (
            <LineStepper
              key={line.id}
              line={line}
              quantity={quantities.get(line.id) ?? 0}
              onChange={(quantity) => onQuantity(line.id, quantity)}
            />
          ),
        )}
      {left.tenders
        .filter(({ tip, tipBack }) => tip > tipBack)
        .map(({ id, card, tip }) => (
          <label key={id} className={style.tip}>
            <input
              type="checkbox"
              checked={tips.includes(id)}
              onChange={(event) =>
                onTips(event.currentTarget.checked ? [...tips, id] : tips.filter((one) => one !== id))
              }
            />
            {t('tip', {
              amount: money(tip),
              card: cardName(card?.brand ?? '', card?.last_four ?? ''),
            })}
          </label>
        ))}
    </>
  )
}

interface LineProps {
  readonly line: ReturnableLine
  readonly onChange: (quantity: number) => void
}

/** For a bill with a typed amount: any part of it. */
function AmountLine({ line, onChange }: LineProps) {
  const { t } = useTranslation('sales')
  const money = useMoney()
  const most = line.sold - line.returned
  const [text, setText] = useState('')
  const amount = text.trim() === '' ? 0 : typedAmount(text.trim())
  const isWrong = amount === null || amount > most
  return (
    <Field
      label={t('amount')}
      value={text}
      inputMode="decimal"
      maxLength={14}
      hint={t('amountHint', { amount: money(most) })}
      trouble={isWrong ? t('amountWrong', { amount: money(most) }) : null}
      onChange={(typed) => {
        setText(typed)
        const cents = typed.trim() === '' ? 0 : typedAmount(typed.trim())
        onChange(cents === null || cents > most ? 0 : cents)
      }}
    />
  )
}

/** Chooses the returned quantity. Goods sold by weight come back as a whole. */
function LineStepper({ line, quantity, onChange }: LineProps & { readonly quantity: number }) {
  const { t } = useTranslation('sales')
  const numbers = useNumbers()
  const most = line.sold - line.returned
  const step = most % oneUnit === 0 ? oneUnit : most
  const press = (by: number) => onChange(Math.min(most, Math.max(0, quantity + by)))
  return (
    <fieldset className={style.line}>
      <legend className={style.name}>{line.name}</legend>
      <span className={style.soft}>{t('sold', { count: most / oneUnit })}</span>
      <button
        type="button"
        className={style.step}
        aria-label={t('fewer', { name: line.name })}
        disabled={quantity === 0}
        onClick={() => press(-step)}
      >
        <IconMinus size={24} aria-hidden />
      </button>
      <output className={style.count}>{numbers.quantity(quantity / oneUnit)}</output>
      <button
        type="button"
        className={style.step}
        aria-label={t('more', { name: line.name })}
        disabled={quantity === most}
        onClick={() => press(step)}
      >
        <IconPlus size={24} aria-hidden />
      </button>
    </fieldset>
  )
}
