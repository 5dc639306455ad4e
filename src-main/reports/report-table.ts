import { stringify } from 'csv-stringify/sync'
import { cellOf } from '../../src-shared/csv-cell.ts'
import { taxText } from '../../src-shared/pos/order/tax-text.ts'
import { differencesOf } from '../../src-shared/pos/report/differences-of.ts'
import { zName } from '../../src-shared/pos/report/z-name.ts'
import type { Report, ZReport } from '../../src-shared/pos/report/z-report.ts'
import { priceText } from '../../src-shared/price-text.ts'

/** The columns of the table for accounting; they are documented in docs/guides/manager.md. */
const columns = [
  'report',
  'from',
  'to',
  'currency',
  'section',
  'name',
  'count',
  'amount',
  'returned',
] as const

type Row = readonly [section: string, name: string, count: number | null, amount: number, returned?: number]

/** A report as a table, one line per figure, with English names in every language for other programs. */
export function reportTable(report: Report, z: ZReport | null): string {
  const head = [z === null ? 'X' : `Z${zName(z)}`, report.from, report.to, report.currency]
  const rows = rowsOf(report).map(([section, name, count, amount, returned]) => [
    ...head,
    section,
    cellOf(name),
    count === null ? '' : String(count),
    priceText(amount),
    returned === undefined ? '' : priceText(returned),
  ])
  // Spreadsheet programs read UTF-8 only in a file that begins with a byte order mark.
  return stringify([[...columns], ...rows], { bom: true, record_delimiter: 'windows' })
}

function rowsOf({ figures, differences, check }: Report): readonly Row[] {
  const { sales, returns, voids, cash } = figures
  return [
    ['sales', 'gross', sales.count, sales.gross],
    ['sales', 'discounts', null, sales.discounts],
    ['sales', 'net', null, sales.net, returns.net],
    ['sales', 'tax', null, sales.tax, returns.tax],
    ['sales', 'tips', null, sales.tips, returns.tips],
    ['sales', 'surcharges', null, sales.surcharges, returns.surcharges],
    ['sales', 'rounding', null, sales.rounding, returns.rounding],
    ...(sales.gift_cards === undefined
      ? []
      : [['sales', 'gift cards sold', null, sales.gift_cards] satisfies Row]),
    ['sales', 'collected', sales.count, sales.collected, returns.given_back],
    ['sales', 'returns unresolved', null, returns.unresolved],
    ['sales', 'voids', voids.count, voids.amount],
    ...figures.methods.map(
      ({ method, count, amount, tips, surcharges, rounding, returned }): Row => [
        'method',
        method,
        count,
        amount + tips + surcharges + rounding,
        returned,
      ],
    ),
    ...figures.brands.map(
      ({ brand, count, amount, returned }): Row => ['brand', brand, count, amount, returned],
    ),
    ...figures.hours.map(({ hour, count, amount }): Row => ['hour', `${hour}:00`, count, amount]),
    ...figures.items.map(({ name, amount, returned }): Row => ['item', name, null, amount, returned]),
    ...figures.categories.map(
      ({ category, amount, returned }): Row => ['category', category, null, amount, returned],
    ),
    ...figures.taxes.map(({ tax, returned, ...rate }): Row => ['tax', taxText(rate), null, tax, returned]),
    ...figures.discounts.map(({ reason, count, amount }): Row => ['discount', reason, count, amount]),
    ...figures.tips.map(
      ({ person, count, amount, returned }): Row => ['tips', person ?? '', count, amount, returned],
    ),
    ['cash', 'sales', null, cash.sales, cash.returned + cash.refunds],
    ['cash', 'paid in', null, cash.paid_in],
    ['cash', 'drops', null, cash.drops],
    ['cash', 'payouts', null, cash.payouts],
    ...cash.shifts.flatMap(({ closed_at, expected, counted }): Row[] => [
      ['count', `${closed_at} expected`, null, expected],
      ['count', `${closed_at} counted`, null, counted],
    ]),
    ...(check.kind === 'not_checked'
      ? [['service', 'not checked', null, 0] as const]
      : ([
          ['service', 'captured', check.payments.count, check.payments.captured, check.payments.returned],
          ['service', 'elsewhere', check.elsewhere.count, check.elsewhere.captured, check.elsewhere.returned],
          ['service', 'settled', null, check.settled],
          ['service', 'unsettled', null, check.unsettled],
          ['service', 'fees', null, check.fees],
          ['service', 'unmatched', check.unmatched.length, 0],
        ] satisfies Row[])),
    ...[...differences, ...differencesOf(check)].map(
      ({ kind, number, intent_id, here, there }): Row => [
        'difference',
        `${kind} ${number ?? ''} ${intent_id ?? ''}`.trim(),
        null,
        here,
        there,
      ],
    ),
  ]
}
