import { memo, useLayoutEffect, useRef } from 'react'
import { amountShown } from '../../src-shared/payments/amount-shown.ts'
import type { FoundPayment } from '../../src-shared/pos/manager/manager.ts'
import { cardName } from '../cashier/card-name.ts'
import { useDates } from '../i18n/use-dates.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { paymentAbout } from './payment-about.ts'
import style from './payment-list.module.css'
import { nextInList, paymentWord } from './payment-status.ts'
import { backOnLine, openPayment, usePaymentsStore } from './payments-store.ts'
import { StatusBadge } from './status-badge.tsx'

/** One payment of the list. The whole row is a button. It is not redrawn when more rows are loaded. */
export const PaymentRow = memo(function PaymentRow({ row }: { readonly row: FoundPayment }) {
  const { t } = useTranslation('staff')
  const money = useMoney()
  const dates = useDates()
  const card = row.last_four === null ? t('list.noCard') : cardName(row.brand ?? '', row.last_four)
  const word = paymentWord(row)
  const next = nextInList(word)
  const line = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (usePaymentsStore.getState().left !== row.intent_id) return
    backOnLine()
    line.current?.focus({ preventScroll: true })
    line.current?.scrollIntoView({ block: 'center' })
  }, [row.intent_id])
  const about = paymentAbout(row).join(' · ')
  return (
    <li>
      <button
        ref={line}
        type="button"
        className={style.row}
        data-intent={row.intent_id}
        onClick={() => void openPayment(row.intent_id)}
      >
        <span className={style.time}>{dates.time(row.created_at)}</span>
        <span className={style.state}>
          <StatusBadge word={word} />
        </span>
        <span className={row.last_four === null ? style.soft : style.card}>{card}</span>
        <span className={style.about}>{about}</span>
        <span className={style.sum}>
          <span className={style.amount}>{money(amountShown(row))}</span>
          {amountShown(row) < row.amount && (
            <span className={style.soft}>{t('list.asked', { amount: money(row.amount) })}</span>
          )}
          {row.amount_refunded > 0 && (
            <span className={style.soft}>{t('list.refunded', { amount: money(row.amount_refunded) })}</span>
          )}
        </span>
        {row.refund_unknown !== undefined && (
          <span className={style.next}>
            {t('status.next.refund_unknown', { amount: money(row.refund_unknown) })}
          </span>
        )}
        {next !== null && <span className={style.next}>{t(`status.next.${next}`)}</span>}
      </button>
    </li>
  )
})
