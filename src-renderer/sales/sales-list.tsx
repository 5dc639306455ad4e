import { IconBarcode, IconReceiptOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { movedFor } from '../../src-shared/pos/bill/balance.ts'
import { givenCents } from '../../src-shared/pos/returns/return-sums.ts'
import type { SoldSale } from '../../src-shared/pos/returns/sold-sale.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { Empty } from '../components/page.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useShopDate } from '../i18n/use-shop-date.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { useKeysTypedAhead } from '../keyboard/use-keys-ahead.ts'
import { tenderNames } from './sale-words.ts'
import style from './sales.module.css'
import { openSale, useSalesStore } from './sales-store.ts'

/** Maximum length of a typed receipt number. */
const longest = 20

const withTyped = (number: string, key: string): string => (number + key.toUpperCase()).slice(0, longest)

/** The latest sales, and a field for a typed or scanned receipt number. */
export function SalesList({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation('sales')
  const { recent, missing } = useSalesStore()
  const [number, setNumber] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const toField = () => field.current?.focus()
  useEffect(toField, [])
  useKeysTypedAhead((key) =>
    setNumber((before) =>
      key === 'clear' ? '' : key === 'backspace' ? before.slice(0, -1) : withTyped(before, key),
    ),
  )
  useKeys({ f12: toField })
  const find = () => {
    if (number.trim() !== '') void openSale(number)
  }
  return (
    <>
      <form
        className={style.find}
        onSubmit={(event) => {
          event.preventDefault()
          find()
        }}
      >
        <Field
          label={t('number')}
          value={number}
          onChange={setNumber}
          inputRef={field}
          maxLength={longest}
          onEscape={onLeave}
          hint={t('numberHint')}
          trouble={missing === null ? null : t('missing', { number: missing })}
        />
        <ActionButton submits icon={<IconBarcode size={26} aria-hidden />} label={t('find')} />
      </form>
      {recent !== null &&
        (recent.length === 0 ? (
          <Empty
            icon={<IconReceiptOff size={64} stroke={1.4} aria-hidden />}
            title={t('none')}
            text={t('noneText')}
          />
        ) : (
          <ul className={style.rows} aria-label={t('recent')}>
            {recent.map((sold) => (
              <li key={sold.bill.id}>
                <Row sold={sold} />
              </li>
            ))}
          </ul>
        ))}
    </>
  )
}

function Row({ sold: { bill, closed_at, returns } }: { readonly sold: SoldSale }) {
  const { t } = useTranslation('sales')
  const money = useMoney()
  const write = useShopDate()
  const back = returns
    .filter(({ status }) => status === 'done')
    .reduce((sum, one) => sum + givenCents(one), 0)
  return (
    <button type="button" className={style.row} onClick={() => void openSale(bill.number)}>
      <span className={style.number}>{bill.number}</span>
      <span className={style.about}>
        {write(closed_at, { dateStyle: 'medium', timeStyle: 'short' })}
        {' · '}
        {tenderNames(bill, t)}
      </span>
      <span className={style.amount}>
        {money(movedFor(bill))}
        {back > 0 && <span className={style.back}>{t('backOf', { amount: money(back) })}</span>}
      </span>
    </button>
  )
}
