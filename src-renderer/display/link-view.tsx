import type { Cents } from '../../src-shared/money.ts'
import { QrCode } from '../components/qr-code.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './display.module.css'
import { useMoney } from './display-store.ts'
import { Message, Sum } from './message.tsx'

/** Paid with the customer's own telephone: by the code on this screen, or by the link that they were sent. */
export function LinkView({ amount, url }: { readonly amount: Cents; readonly url: string | null }) {
  const { t } = useTranslation('display')
  const money = useMoney()
  return (
    <Message title={t(url === null ? 'linkWaiting' : 'linkScan')}>
      <Sum label={t('toPay')} text={money(amount)} />
      {url !== null && (
        <div className={style.code}>
          <QrCode text={url} label={t('linkCode')} />
        </div>
      )}
    </Message>
  )
}
