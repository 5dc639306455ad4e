import { IconCircleCheckFilled } from '@tabler/icons-react'
import type { DisplayView } from '../../src-shared/pos/customer-display/display-snapshot.ts'
import { Barcode } from '../components/barcode.tsx'
import { QrCode } from '../components/qr-code.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './display.module.css'
import { useMoney } from './display-store.ts'
import { Message, Sum } from './message.tsx'

export function PaidView({ paid }: { readonly paid: Extract<DisplayView, { kind: 'paid' }> }) {
  const { t } = useTranslation('display')
  const money = useMoney()
  const { total, tip, change, number, receipt_url } = paid
  return (
    <Message tone="good" title={t('thanks')}>
      <IconCircleCheckFilled className={style.check} size={96} aria-hidden />
      {total > 0 && (
        <Sum label={t(change > 0 ? 'change' : 'paid')} text={money(change > 0 ? change : total)} />
      )}
      {change > 0 && <p className={style.text}>{t('paidOf', { amount: money(total) })}</p>}
      {tip > 0 && <p className={style.text}>{t('tipIncluded', { amount: money(tip) })}</p>}
      <Receipt number={number} url={receipt_url} />
    </Message>
  )
}

interface ReceiptProps {
  readonly number: string | null
  readonly url: string | null
}

/**
 * A QR code of the receipt if the customer's phone can open it. Otherwise the receipt's number, which the customer can
 * photograph: the sale can be found by it if the paper is lost.
 */
function Receipt({ number, url }: ReceiptProps) {
  const { t } = useTranslation('display')
  if (url !== null) {
    return (
      <>
        <p className={style.text}>{t('receiptScan')}</p>
        <div className={style.code}>
          <QrCode text={url} label={t('receiptCode')} />
        </div>
      </>
    )
  }
  if (number === null) return null
  return (
    <div className={style.receipt}>
      <p>{t('receiptNumber')}</p>
      <Barcode text={number} />
    </div>
  )
}
