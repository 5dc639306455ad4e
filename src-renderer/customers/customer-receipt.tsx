import { useState } from 'react'
import type { CounterCustomer } from '../../src-shared/pos/customer.ts'
import { parsePhone } from '../../src-shared/pos/payment-link-steps.ts'
import { phoneText } from '../../src-shared/pos/phone-text.ts'
import { type ReceiptWay, receiptWays } from '../../src-shared/pos/receipt-ways.ts'
import { askMain } from '../bridge.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { send } from '../stores/command-store.ts'
import style from './customers.module.css'

interface CustomerReceiptProps {
  readonly customer: CounterCustomer
  /** Of a bill that several tenders have paid. */
  readonly number: string | null
}

/** How this customer gets the receipt: what they took last is chosen, and one press takes it. */
export function CustomerReceipt({ customer, number }: CustomerReceiptProps) {
  const { t } = useTranslation('customers')
  const [chosen, setChosen] = useState<ReceiptWay | null>(customer.receipt)
  const [outcome, setOutcome] = useState<'idle' | 'sending' | 'sent' | 'failed' | 'remembered'>('idle')
  const ways = receiptWays.filter(
    (way) =>
      (way !== 'email' || customer.email !== '') && (way !== 'sms' || parsePhone(customer.phone) !== null),
  )
  const take = async (way: ReceiptWay) => {
    if (outcome === 'sending') return
    setChosen(way)
    setOutcome('sending')
    if (way === 'print' && number === null) send('sale.print', undefined)
    if (way === 'print' && number !== null) send('receipts.print', { number })
    const answer = await askMain('customer.receipt', { way })
    if (!answer.ok || !answer.value.sent) return setOutcome('failed')
    setOutcome(way === 'email' || way === 'sms' ? 'sent' : 'remembered')
  }
  return (
    <div className={style.receipt}>
      <fieldset className={style.ways} aria-label={t('receipt.legend')}>
        {ways.map((way) => (
          <button
            key={way}
            type="button"
            className={style.way}
            aria-pressed={way === chosen}
            disabled={outcome === 'sending'}
            onClick={() => void take(way)}
          >
            {t(`receipt.${way}`)}
          </button>
        ))}
      </fieldset>
      <p role="status" className={style.status}>
        {outcome !== 'idle'
          ? t(`receipt.${outcome}`)
          : customer.receipt === null
            ? ''
            : t('receipt.usual', {
                name: customer.name || phoneText(customer.phone),
                way: t(`receipt.${customer.receipt}`),
              })}
      </p>
    </div>
  )
}
