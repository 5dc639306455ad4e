import { IconChevronRight } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { BankFacts, Dispute, Payout } from '../../src-shared/pos/report/bank-facts.ts'
import { askMain } from '../bridge.ts'
import { cardName } from '../cashier/card-name.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Notice } from '../components/notice.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { openPayment } from '../manager/payments-store.ts'
import { turnTo } from '../stores/place-store.ts'
import style from './bank.module.css'
import { FigureTable } from './figure-table.tsx'
import reports from './reports.module.css'

/** The shop's money after payment: disputes, payouts, fees, and settlements without a matching payment. */
export function Bank() {
  const { t } = useTranslation('reports')
  const [facts, setFacts] = useState<BankFacts | 'failed' | null>(null)
  const load = () => {
    setFacts(null)
    void askMain('reports.bank', undefined).then((found) => setFacts(found.ok ? found.value : 'failed'))
  }
  useEffect(load, [])
  if (facts === null) return <p role="status">{t('checking')}</p>
  if (facts === 'failed') {
    return (
      <Notice alert tone="bad" title={t('bank.failed')} text={t('bank.failedText')}>
        <ActionButton label={t('bank.again')} onPress={load} />
      </Notice>
    )
  }
  return (
    <div className={reports.cards}>
      <Disputes disputes={facts.disputes} />
      <Payouts payouts={facts.payouts} />
      <UnmatchedRows rows={facts.unmatched} />
      <Fees days={facts.fees} />
    </div>
  )
}

function Disputes({ disputes }: { readonly disputes: BankFacts['disputes'] }) {
  const { t } = useTranslation('reports')
  return (
    <section className={reports.card}>
      <h2 className={style.heading}>{t('bank.disputes')}</h2>
      {disputes === null ? (
        <p>{t('bank.noDisputeList')}</p>
      ) : disputes.length === 0 ? (
        <p>{t('bank.noDisputes')}</p>
      ) : (
        <ul className={style.list}>
          {disputes.map((dispute) => (
            <DisputeRow key={dispute.payment_id} dispute={dispute} />
          ))}
        </ul>
      )}
    </section>
  )
}

function DisputeRow({ dispute }: { readonly dispute: Dispute }) {
  const { t } = useTranslation('reports')
  const money = useMoney()
  const dates = useDates()
  const { state, taken, paid, respond_by, brand, last_four, created_at, intent_id } = dispute
  const isDue = respond_by !== null && state !== 'won' && state !== 'lost'
  return (
    <li className={style.row}>
      <p className={style.what}>
        {t(`bank.state.${state}`)} <span className={style.amount}>{money(taken > 0 ? taken : paid)}</span>
      </p>
      <p>{t(`bank.meaning.${state}`)}</p>
      {isDue && <p className={style.due}>{t('bank.due', { when: dates.moment(respond_by) })}</p>}
      <p className={style.soft}>
        {cardName(brand, last_four)} · {dates.moment(created_at)}
      </p>
      <div className={style.open}>
        <ActionButton
          label={t('bank.open')}
          onPress={() => {
            turnTo('payments')
            void openPayment(intent_id)
          }}
        />
      </div>
    </li>
  )
}

function Payouts({ payouts }: { readonly payouts: BankFacts['payouts'] }) {
  const { t } = useTranslation('reports')
  return (
    <section className={reports.card}>
      <h2 className={style.heading}>{t('bank.payouts')}</h2>
      {payouts === null || payouts.length === 0 ? (
        <p>{t(payouts === null ? 'bank.noPayoutList' : 'bank.noPayouts')}</p>
      ) : (
        <>
          {payouts.map((payout) => (
            <PayoutDay key={payout.id} payout={payout} />
          ))}
          <p className={style.soft}>{t('bank.payoutsMean')}</p>
        </>
      )}
    </section>
  )
}

function PayoutDay({ payout }: { readonly payout: Payout }) {
  const { t } = useTranslation('reports')
  const money = useMoney()
  const dates = useDates()
  const { is_closed, captured, refunded, taken_back, fees, splits, paid_out } = payout
  const day = dates.calendarDay(payout.day)
  const shown = is_closed ? day : t('bank.closing', { day })
  return (
    <details className={style.day}>
      <summary>
        <IconChevronRight size={24} aria-hidden />
        <span className={style.of}>{shown}</span> <span className={style.amount}>{money(paid_out)}</span>
      </summary>
      <FigureTable
        hideTitle
        title={t('bank.payoutOf', { day })}
        rows={[
          { label: t('bank.captured'), cells: [money(captured)] },
          { label: t('bank.refunded'), cells: [money(-refunded)] },
          ...(taken_back === 0 ? [] : [{ label: t('bank.takenBack'), cells: [money(-taken_back)] }]),
          { label: t('bank.lessFees'), cells: [money(-fees)] },
          { label: t('bank.splits'), cells: [money(-splits)] },
          { label: t('bank.paidOut'), cells: [money(paid_out)], strong: true },
        ]}
      />
    </details>
  )
}

function UnmatchedRows({ rows }: { readonly rows: BankFacts['unmatched'] }) {
  const { t } = useTranslation('reports')
  const money = useMoney()
  if (rows.length === 0) return null
  return (
    <section className={reports.card}>
      <FigureTable
        title={t('bank.unmatched')}
        rows={rows.map(({ type, id, amount, reference }) => ({
          key: id,
          label: `${t(`bank.type.${type}`)} ${reference ?? id}`,
          cells: [money(amount)],
        }))}
      />
      <p className={style.soft}>{t('bank.unmatchedMean')}</p>
    </section>
  )
}

function Fees({ days }: { readonly days: BankFacts['fees'] }) {
  const { t } = useTranslation('reports')
  const dates = useDates()
  const money = useMoney()
  return (
    <section className={reports.card}>
      <h2 className={style.heading}>{t('bank.fees')}</h2>
      {(days === null || days.length === 0) && <p>{t(days === null ? 'bank.feesUnknown' : 'bank.noFees')}</p>}
      {days?.map(({ day, total, fees }) => (
        <details key={day} className={style.day}>
          <summary>
            <IconChevronRight size={24} aria-hidden />
            <span className={style.of}>{dates.calendarDay(day)}</span>{' '}
            <span className={style.amount}>{money(total)}</span>
          </summary>
          <FigureTable
            hideTitle
            title={t('bank.feesOf', { day: dates.calendarDay(day) })}
            rows={fees.map(({ id, type, amount, payment_id }) => ({
              key: id,
              label: `${t(`bank.fee.${feeWord(type)}`)}${payment_id === null ? '' : ` · ${payment_id}`}`,
              cells: [money(amount)],
            }))}
          />
        </details>
      ))}
    </section>
  )
}

/** Fee types that have texts: keys of `bank.fee.*` in the language files. */
const feeWord = (type: string) => {
  switch (type) {
    case 'PROCESSING':
    case 'CHARGEBACK':
    case 'REVERSAL_FEE':
    case 'RETURN_FEE':
    case 'MONTHLY_MINIMUM':
    case 'EQUIPMENT':
      return type
    default:
      return 'other'
  }
}
