import { labelledIn } from '../../src-shared/language.ts'
import { differencesOf } from '../../src-shared/pos/report/differences-of.ts'
import type { Report } from '../../src-shared/pos/report/z-report.ts'
import { reportWords } from '../../src-shared/receipt/report-words.ts'
import { Notice } from '../components/notice.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { FigureTable } from './figure-table.tsx'
import style from './reports.module.css'

/** The payment service's records of the period, and each sale where two records differ. */
export function ServiceFigures({
  report,
  checking,
}: {
  readonly report: Report
  readonly checking: boolean
}) {
  const { t } = useTranslation('reports')
  const language = useSnapshot(({ settings }) => settings.language)
  const words = reportWords[language]
  const money = useMoney()
  const { check } = report
  const differences = [...report.differences, ...differencesOf(check)]
  return (
    <section className={style.card}>
      {checking && <p role="status">{t('checking')}</p>}
      {!checking && check.kind === 'not_checked' && <Notice tone="wait" title={words.notChecked} />}
      {check.kind === 'checked' && (
        <FigureTable
          title={words.service}
          rows={[
            {
              label: words.atService,
              cells: [money(check.payments.captured - check.payments.returned)],
              strong: true,
            },
            {
              label: words.elsewhere,
              cells: [money(check.elsewhere.captured - check.elsewhere.returned)],
            },
            { label: words.settled, cells: [money(check.settled)] },
            { label: words.unsettled, cells: [money(check.unsettled)] },
            { label: words.fees, cells: [money(check.fees)] },
            ...check.settlements.map((one) => ({
              key: one.id,
              label: t('settlement', { day: one.day ?? one.id }),
              cells: [money(one.amount_captured - one.amount_refunded)],
            })),
            ...check.unmatched.map(({ id, amount }) => ({
              key: id,
              label: labelledIn(language, words.unmatched, id),
              cells: [money(amount)],
            })),
          ]}
        />
      )}
      {!checking && check.kind === 'checked' && differences.length === 0 && (
        <Notice tone="calm" title={words.agrees} />
      )}
      {differences.length > 0 && (
        <>
          <Notice alert tone="bad" title={t('differ', { count: differences.length })} />
          <FigureTable
            title={t('differences')}
            columns={[t('here'), t('there')]}
            rows={differences.map(({ kind, number, intent_id, here, there }) => ({
              key: `${kind} ${number} ${intent_id}`,
              label: labelledIn(language, number ?? intent_id ?? '', words.kinds[kind]),
              cells: [money(here), money(there)],
            }))}
          />
        </>
      )}
    </section>
  )
}
