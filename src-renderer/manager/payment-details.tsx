import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentHistory } from '../../src-shared/pos/manager/manager.ts'
import { paymentReceipt } from '../../src-shared/receipt/receipt.ts'
import { receiptOutcome } from '../../src-shared/receipt/receipt-outcome.ts'
import { MoneyFacts } from '../components/money-facts.tsx'
import { ReceiptPaper } from '../components/receipt-paper.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { chipFactsOf, detailFactsOf } from './payment-detail-facts.ts'
import style from './payment-details.module.css'

/** Who sold it and where, contractors' shares, the chip data, and the printed receipt. */
export function PaymentDetails({ history }: { readonly history: PaymentHistory }) {
  const { t } = useTranslation('staff')
  const money = useMoney()
  const dates = useDates()
  const facts = [
    ...detailFactsOf(history).map(({ name, value }) => ({
      label: t(`details.${name}`),
      value: name === 'settled' ? dates.moment(value) : value,
    })),
    ...(history.fees === undefined ? [] : [{ label: t('details.fees'), value: money(history.fees) }]),
  ]
  const splits = history.intent.payment_splits
  return (
    <>
      {facts.length > 0 && (
        <section className={style.section}>
          <h2 className={style.heading}>{t('details.title')}</h2>
          <MoneyFacts facts={facts} />
        </section>
      )}
      {splits.length > 0 && (
        <section className={style.section}>
          <h2 className={style.heading}>{t('details.splits')}</h2>
          <MoneyFacts
            facts={splits.map(({ account_id, description, amount }) => ({
              label: description ?? account_id,
              value: money(amount),
            }))}
          />
        </section>
      )}
      {history.payments.map((payment) => (
        <Attempt key={payment.id} payment={payment} intent={history.intent} />
      ))}
    </>
  )
}

/** Collapsed, because it is rarely needed. */
function Attempt({ payment, intent }: { readonly payment: Payment } & Pick<PaymentHistory, 'intent'>) {
  const { t } = useTranslation('staff')
  const dates = useDates()
  const language = useSnapshot(({ settings }) => settings.language)
  const chip = chipFactsOf(payment)
  const outcome = receiptOutcome(payment)
  const receiptData = payment.terminal_details?.receipt_data
  const hasReceipt = outcome.kind !== 'none' && receiptData !== undefined
  if (chip.length === 0 && !hasReceipt) return null
  const signature = payment.terminal_details?.signature ?? payment.signature
  const picture =
    signature?.format === 'png' && !signature.gzipped ? `data:image/png;base64,${signature.data}` : null
  return (
    <details className={style.attempt}>
      <summary className={style.summary}>
        {t('details.attempt', { at: dates.moment(payment.created_at) })}
      </summary>
      {chip.length > 0 && <MoneyFacts facts={chip.map(({ name, value }) => ({ label: name, value }))} />}
      {hasReceipt && (
        <ReceiptPaper
          lines={paymentReceipt({ receiptData, payment, outcome, intent, copy: 'customer', language })}
          label={t('details.receipt')}
          signature={picture}
          signatureLabel={t('details.signature')}
        />
      )}
    </details>
  )
}
