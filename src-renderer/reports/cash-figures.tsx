import { dateIn } from '../../src-shared/language.ts'
import type { Report } from '../../src-shared/pos/report/z-report.ts'
import { reportWords } from '../../src-shared/receipt/report-words.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { FigureTable } from './figure-table.tsx'
import style from './reports.module.css'

/** Cash put into and taken from the drawer, and the result of each count. */
export function CashFigures({ report }: { readonly report: Report }) {
  const { t } = useTranslation('reports')
  const language = useSnapshot(({ settings }) => settings.language)
  const words = reportWords[language]
  const money = useMoney()
  const { sales, returned, refunds, paid_in, drops, payouts, no_sales, shifts } = report.figures.cash
  const used = sales + returned + refunds + paid_in + drops + payouts + no_sales > 0
  if (!used && shifts.length === 0) return null
  const moment = (iso: string) =>
    dateIn(language, new Date(iso), { dateStyle: 'medium', timeStyle: 'short', timeZone: report.time_zone })
  return (
    <section className={style.card}>
      <FigureTable
        title={words.drawer}
        rows={[
          { label: words.cashSales, cells: [money(sales)] },
          { label: words.cashBack, cells: [money(returned + refunds === 0 ? 0 : -returned - refunds)] },
          { label: words.paidIn, cells: [money(paid_in)] },
          { label: words.drops, cells: [money(drops === 0 ? 0 : -drops)] },
          { label: words.payouts, cells: [money(payouts === 0 ? 0 : -payouts)] },
          { label: t('noSales'), cells: [String(no_sales)] },
        ]}
      />
      {shifts.map(({ shift, closed_at, expected, counted, pieces }) => (
        <FigureTable
          key={closed_at}
          title={t('counted', { time: moment(closed_at) })}
          rows={[
            { label: words.float, cells: [money(shift.float)] },
            ...pieces.map(({ value, count }) => ({
              label: `${count} × ${money(value)}`,
              cells: [money(count * value)],
            })),
            { label: words.counted, cells: [money(counted)] },
            { label: words.expected, cells: [money(expected)] },
            {
              label: counted === expected ? t('even') : counted > expected ? words.over : words.short,
              cells: [money(Math.abs(counted - expected))],
              strong: true,
            },
          ]}
        />
      ))}
    </section>
  )
}
