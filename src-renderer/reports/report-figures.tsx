import { dateIn, hourIn, labelledIn, percentIn, quantityIn } from '../../src-shared/language.ts'
import type { Report } from '../../src-shared/pos/report/z-report.ts'
import { reportWords } from '../../src-shared/receipt/report-words.ts'
import { cardName } from '../cashier/card-name.ts'
import { BarChart } from '../components/bar-chart.tsx'
import { Notice } from '../components/notice.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { CashFigures } from './cash-figures.tsx'
import { FigureTable } from './figure-table.tsx'
import style from './reports.module.css'
import { ServiceFigures } from './service-figures.tsx'

interface ReportFiguresProps {
  readonly report: Report
  /** The request to the service is under way. */
  readonly checking: boolean
}

/** All figures of a report: sales, tenders, returns, and whether other records agree. */
export function ReportFigures({ report, checking }: ReportFiguresProps) {
  const { t } = useTranslation('reports')
  const language = useSnapshot(({ settings }) => settings.language)
  const words = reportWords[language]
  const money = useMoney()
  const less = (cents: number) => money(cents === 0 ? 0 : -cents)
  const moment = (iso: string) =>
    dateIn(language, new Date(iso), { dateStyle: 'medium', timeStyle: 'short', timeZone: report.time_zone })
  const { sales, returns, voids, methods, brands, hours, items, categories, taxes, discounts, tips } =
    report.figures
  const given = [words.collected, words.givenBack]
  return (
    <>
      <p className={style.soft}>{t('span', { from: moment(report.from), to: moment(report.to) })}</p>
      {report.unreadable > 0 && (
        <Notice tone="bad" title={labelledIn(language, words.unreadable, report.unreadable)} />
      )}
      <div className={style.cards}>
        <section className={style.card}>
          <FigureTable
            title={words.sales}
            rows={[
              { label: words.gross, cells: [money(sales.gross)] },
              { label: words.discounts, cells: [less(sales.discounts)] },
              { label: words.net, cells: [money(sales.net)] },
              { label: words.tax, cells: [money(sales.tax)] },
              { label: words.tips, cells: [money(sales.tips)] },
              ...(sales.surcharges === 0
                ? []
                : [{ label: words.surcharges, cells: [money(sales.surcharges)] }]),
              ...(sales.rounding === 0 ? [] : [{ label: words.rounding, cells: [money(sales.rounding)] }]),
              ...(sales.gift_cards === undefined
                ? []
                : [{ label: words.giftCardsSold, cells: [money(sales.gift_cards)] }]),
              {
                label: t('collected', { count: sales.count }),
                cells: [money(sales.collected)],
                strong: true,
              },
              { label: words.givenBack, cells: [less(returns.given_back)] },
              ...(returns.unresolved === 0
                ? []
                : [{ label: words.unresolved, cells: [money(returns.unresolved)] }]),
              ...(voids.count === 0 ? [] : [{ label: words.voids, cells: [money(voids.amount)] }]),
            ]}
          />
          <p className={style.soft}>{words.returnsOnly}</p>
        </section>
        <section className={style.card}>
          <FigureTable
            title={words.methods}
            columns={given}
            rows={methods.map(({ method, amount, tips: tip, surcharges, rounding, returned }) => ({
              label: words.methodNames[method],
              cells: [money(amount + tip + surcharges + rounding), less(returned)],
            }))}
          />
          <FigureTable
            title={words.brands}
            columns={given}
            rows={brands.map(({ brand, amount, returned }) => ({
              label: cardName(brand, ''),
              cells: [money(amount), less(returned)],
            }))}
          />
        </section>
        <ServiceFigures report={report} checking={checking} />
        <CashFigures report={report} />
        {hours.length > 0 && (
          <section className={style.card}>
            <BarChart
              caption={words.hours}
              bars={hours.map(({ hour, amount }) => ({
                label: hourIn(language, hour),
                value: amount,
                text: money(amount),
              }))}
            />
          </section>
        )}
        {items.length > 0 && (
          <section className={style.card}>
            <FigureTable
              title={words.categories}
              columns={[words.sales, words.returns]}
              rows={categories.map(({ category, amount, returned }) => ({
                label: category === '' ? words.noCategory : category,
                cells: [money(amount), less(returned)],
              }))}
            />
            <FigureTable
              title={words.items}
              columns={[t('quantity'), words.sales, words.returns]}
              rows={items.map(({ name, quantity, returned_quantity, amount, returned }) => ({
                label: name === '' ? words.typed : name,
                cells: [
                  name === '' ? '' : quantityIn(language, (quantity - returned_quantity) / 1_000),
                  money(amount),
                  less(returned),
                ],
              }))}
            />
          </section>
        )}
        {(taxes.length > 0 || discounts.length > 0 || tips.length > 0) && (
          <section className={style.card}>
            <FigureTable
              title={words.taxes}
              columns={[words.sales, words.returns]}
              rows={taxes.map(({ name, rate, inclusive, tax, returned }) => ({
                key: `${name} ${rate} ${inclusive}`,
                label: `${name} ${percentIn(language, rate / 1_000)}${inclusive ? ` ${words.inPrice}` : ''}`,
                cells: [money(tax), less(returned)],
              }))}
            />
            <FigureTable
              title={words.discounts}
              rows={discounts.map(({ reason, amount }) => ({ label: reason, cells: [less(amount)] }))}
            />
            <FigureTable
              title={words.tipsBy}
              columns={[words.tips, words.givenBack]}
              rows={tips.map(({ person, amount, returned }) => ({
                label: person ?? words.nobody,
                cells: [money(amount), less(returned)],
              }))}
            />
          </section>
        )}
      </div>
    </>
  )
}
