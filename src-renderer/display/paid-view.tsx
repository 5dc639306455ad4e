import { IconCircleCheckFilled } from '@tabler/icons-react'
import type { DisplayView } from '../../src-shared/pos/customer-display/display-snapshot.ts'
import { Barcode } from '../components/barcode.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './display.module.css'
import { useMoney } from './display-store.ts'
import { Message, Sum } from './message.tsx'

/** Shows the receipt number, by which the sale is found again; the customer can photograph it. */
export function PaidView({ paid }: { readonly paid: Extract<DisplayView, { kind: 'paid' }> }) {
  const { t } = useTranslation('display')
  const money = useMoney()
  const { total, tip, change, number } = paid
  return (
    <Message tone="good" title={t('thanks')}>
      <IconCircleCheckFilled className={style.check} size={96} aria-hidden />
      {total > 0 && (
        <Sum label={t(change > 0 ? 'change' : 'paid')} text={money(change > 0 ? change : total)} />
      )}
      {change > 0 && <p className={style.text}>{t('paidOf', { amount: money(total) })}</p>}
      {tip > 0 && <p className={style.text}>{t('tipIncluded', { amount: money(tip) })}</p>}
      {number !== null && (
        <div className={style.receipt}>
          <p>{t('receiptNumber')}</p>
          <Barcode text={number} />
        </div>
      )}
    </Message>
  )
}
