import { useEffect } from 'react'
import { labelledIn } from '../../src-shared/language.ts'
import { amountShown } from '../../src-shared/payments/amount-shown.ts'
import { receiptNumberOf } from '../../src-shared/pos/bill/receipt-number-of.ts'
import type { PaymentHistory } from '../../src-shared/pos/manager/manager.ts'
import { receiptOutcome } from '../../src-shared/receipt/receipt-outcome.ts'
import { cardName } from '../cashier/card-name.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Amount } from '../components/amount.tsx'
import { MoneyFacts } from '../components/money-facts.tsx'
import { Notice } from '../components/notice.tsx'
import { Dock, Stage, splitClass, Words } from '../components/stage.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { ActionProgress } from './action-progress.tsx'
import { actionOn, isUnderWay } from './action-words.ts'
import { CaptureAction } from './capture-action.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { paymentAbout } from './payment-about.ts'
import { PaymentActions } from './payment-actions.tsx'
import { PaymentDetails } from './payment-details.tsx'
import { moneyFactsOf } from './payment-facts.ts'
import style from './payment-page.module.css'
import { openWord, wordOf } from './payment-status.ts'
import { openPayment, prepare, search, usePaymentsStore } from './payments-store.ts'
import { PrintReceipt } from './print-receipt.tsx'
import { RefundAction } from './refund-action.tsx'
import { StatusBadge } from './status-badge.tsx'
import { Timeline } from './timeline.tsx'

/** One payment: its state, its events, and the actions that are possible now. */
export function PaymentPage({ intentId }: { readonly intentId: string }) {
  const history = usePaymentsStore((state) => state.history)
  const failed = usePaymentsStore((state) => state.openFailed)
  const preparing = usePaymentsStore((state) => state.preparing)
  useFreshAfterActions(intentId)
  if (history === null) {
    return <div className={splitClass}>{failed === null ? <Opening /> : <NotOpened id={intentId} />}</div>
  }
  if (preparing?.kind === 'capture') return <CaptureAction action={preparing} history={history} />
  if (preparing !== null) return <RefundAction action={preparing} history={history} />
  return (
    <div className={splitClass}>
      <Overview history={history} />
    </div>
  )
}

function Overview({ history }: { readonly history: PaymentHistory }) {
  const { t } = useTranslation('staff')
  const language = useSnapshot(({ settings }) => settings.language)
  const money = useMoney()
  const dates = useDates()
  const { intent } = history
  const stale = usePaymentsStore((state) => state.openFailed !== null)
  const word = wordOf(history)
  const next = openWord(word)
  const receiptOf = history.payments.find((payment) => receiptOutcome(payment).kind === 'receipt')
  const card = history.payments[0]?.payment_method?.card
  const action = useSnapshot(({ manager }) => actionOn(manager.actions, intent.id))
  const about = paymentAbout({
    receipt: receiptNumberOf(intent),
    reference: intent.reference_id,
    note: intent.description,
  })
  return (
    <>
      <Stage hideTitle title={labelledIn(language, t('payment.title'), t(`status.${word}`))}>
        <p className={style.about}>
          {[
            dates.moment(intent.created_at),
            card === undefined || card === null ? '' : cardName(card.brand, card.last_four_digits),
            ...about,
          ]
            .filter((text) => text !== '')
            .join(' · ')}
        </p>
        {stale && <Notice alert tone="wait" title={t('payment.stale')} text={t('payment.staleText')} />}
        <div className={style.head}>
          <Amount text={money(amountShown(intent))} />
          <StatusBadge word={word} large />
        </div>
        <Words>{t(`status.meaning.${word}`)}</Words>
        {next !== null && <Words>{t(`status.next.${next}`)}</Words>}
        {receiptOf !== undefined && <PrintReceipt paymentId={receiptOf.id} />}
        <section className={style.section}>
          <h2 className={style.heading}>{t('payment.money')}</h2>
          <MoneyFacts
            facts={moneyFactsOf(history).map(({ name, amount, strong }) => ({
              label: t(`facts.${name}`),
              value: money(amount),
              strong,
            }))}
          />
        </section>
        {/* A scrollable area must be reachable by keyboard, even without a control in it (WCAG 2.1.1). */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
        <section className={style.section} aria-label={t('payment.history')} tabIndex={0}>
          <h2 className={style.heading}>{t('payment.history')}</h2>
          <Timeline history={history} />
        </section>
        <PaymentDetails history={history} />
        <NotesPanel key={intent.id} history={history} />
        <p className={style.about}>
          {t('payment.number')} <span className={style.number}>{intent.id}</span>
        </p>
      </Stage>
      {action !== null ? (
        <ActionProgress action={action} />
      ) : stale ? (
        <LookAgain id={intent.id} />
      ) : (
        <PaymentActions history={history} />
      )}
    </>
  )
}

function Opening() {
  const { t } = useTranslation('staff')
  return <Stage title={t('payment.opening')} />
}

function NotOpened({ id }: { readonly id: string }) {
  const { t } = useTranslation('staff')
  const failed = usePaymentsStore((state) => state.openFailed)
  return (
    <>
      <Stage title={t('payment.title')}>
        <Notice
          alert
          tone="bad"
          title={t('payment.failed')}
          text={t(failed === 'not_found' ? 'payment.notFound' : 'payment.failedText')}
        />
      </Stage>
      <LookAgain id={id} />
    </>
  )
}

function LookAgain({ id }: { readonly id: string }) {
  const { t } = useTranslation('staff')
  return (
    <Dock>
      <ActionButton kind="primary" label={t('list.again')} onPress={() => void openPayment(id)} />
    </Dock>
  )
}

/** When an action on this payment ends, reloads the payment and the list behind it. */
function useFreshAfterActions(intentId: string): void {
  const action = useSnapshot(({ manager }) => actionOn(manager.actions, intentId))
  const underWay = action !== null && isUnderWay(action)
  const which = action?.id ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each action and once for its end
  useEffect(() => {
    if (which === null) return
    prepare(null)
    if (underWay) return
    void openPayment(intentId)
    void search()
  }, [which, underWay])
}
