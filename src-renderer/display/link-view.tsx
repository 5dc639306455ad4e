import type { Cents } from '../../src-shared/money.ts'
import { QrCode } from '../components/qr-code.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './display.module.css'
import { useMoney } from './display-store.ts'
import { Message, Sum } from './message.tsx'

/** The customer pays on their own phone, by the code on this screen or by a link sent to them. */
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
