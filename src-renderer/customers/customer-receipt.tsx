import { useState } from 'react'
import type { PosResult } from '../../src-shared/pos/commands.ts'
import type { CounterCustomer } from '../../src-shared/pos/customer/customer.ts'
import { phoneText } from '../../src-shared/pos/customer/phone-text.ts'
import { type ReceiptWay, receiptWays } from '../../src-shared/pos/customer/receipt-ways.ts'
import { parsePhone } from '../../src-shared/pos/links/payment-link-steps.ts'
import { askMain } from '../bridge.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { type PrintOutcome, printOnTerminal } from '../sales/print-on-terminal.ts'
import { useOutcomeWords } from '../sales/use-outcome-words.ts'
import { send } from '../stores/command-store.ts'
import style from './customers.module.css'

interface CustomerReceiptProps {
  readonly customer: CounterCustomer
  /** Number of a bill with several tenders. */
  readonly number: string | null
}

interface ChoiceOutcome {
  readonly of: 'choice'
  readonly kind: 'sent' | 'failed' | 'remembered' | 'notRemembered'
  /** The cards whose receipts may be missing, and the reason. */
  readonly detail: string
}

function outcomeOf(way: ReceiptWay, answer: PosResult<'customer.receipt'>): ChoiceOutcome {
  const done = answer.ok && answer.value.sent
  // For paper or no receipt, nothing is sent; only the choice is stored.
  if (way === 'print' || way === 'none') {
    return { of: 'choice', kind: done ? 'remembered' : 'notRemembered', detail: '' }
  }
  return done
    ? { of: 'choice', kind: 'sent', detail: '' }
    : { of: 'choice', kind: 'failed', detail: answer.ok ? answer.value.message : '' }
}

/** How this customer receives the receipt. The last choice is preselected, so that one press confirms it. */
export function CustomerReceipt({ customer, number }: CustomerReceiptProps) {
  const { t } = useTranslation('customers')
  const printWords = useOutcomeWords()
  const [chosen, setChosen] = useState<ReceiptWay | null>(customer.receipt)
  const [sending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<ChoiceOutcome | ({ readonly of: 'print' } & PrintOutcome) | null>(
    null,
  )
  const ways = receiptWays.filter(
    (way) =>
      (way !== 'email' || customer.email !== '') && (way !== 'sms' || parsePhone(customer.phone) !== null),
  )
  const take = async (way: ReceiptWay) => {
    if (sending) return
    setChosen(way)
    setSending(true)
    if (way === 'print' && number === null) send('sale.print', undefined)
    const [print, answer] = await Promise.all([
      way === 'print' && number !== null ? printOnTerminal(number) : null,
      askMain('customer.receipt', { way }),
    ])
    setOutcome(print === null ? outcomeOf(way, answer) : { of: 'print', ...print })
    setSending(false)
  }
  const status = () => {
    if (sending) return t('receipt.sending')
    if (outcome?.of === 'print') return printWords(outcome)
    if (outcome !== null) return `${t(`receipt.${outcome.kind}`)} ${outcome.detail}`.trim()
    if (customer.receipt === null) return ''
    return t('receipt.usual', {
      name: customer.name || phoneText(customer.phone),
      way: t(`receipt.${customer.receipt}`),
    })
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
            disabled={sending}
            onClick={() => void take(way)}
          >
            {t(`receipt.${way}`)}
          </button>
        ))}
      </fieldset>
      <p role="status" className={style.status}>
        {status()}
      </p>
    </div>
  )
}
