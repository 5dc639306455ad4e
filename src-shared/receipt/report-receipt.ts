import { hourIn, percentIn, quantityIn } from '../language.ts'
import { localStamp } from '../local-time.ts'
import { networkName } from '../payments/card-name.ts'
import type { Difference } from '../pos/report/compare.ts'
import { differencesOf } from '../pos/report/differences-of.ts'
import type { CountedShift } from '../pos/report/figures-schema.ts'
import { zName } from '../pos/report/z-name.ts'
import type { Report, ServiceCheck, ZReport } from '../pos/report/z-report.ts'
import type { MoneyText } from './item-lines.ts'
import type { ReceiptLine } from './lines.ts'
import { markTraining, pair, receiptTime, rule, space, text } from './receipt-parts.ts'
import { receiptWords } from './receipt-words.ts'
import { type ReportWords, reportWords } from './report-words.ts'
import type { ShopFacts } from './return-receipt.ts'

/** A report for the paper roll of receipts. @param z null for a report that closes no period */
export function reportReceipt(report: Report, z: ZReport | null, shop: ShopFacts): readonly ReceiptLine[] {
  const words = reportWords[shop.language]
  const money = (cents: number) => receiptWords[shop.language].money(cents, report.currency)
  const less = (cents: number) => (cents === 0 ? money(0) : money(-cents))
  const time = (iso: string) => receiptTime(localStamp(Date.parse(iso), report.time_zone))
  const { sales, returns, voids, methods, brands, hours, items, categories, taxes, tips } = report.figures
  const lines: readonly ReceiptLine[] = [
    text(shop.merchant, 'large'),
    text(z === null ? words.x : `${words.z} ${zName(z)}`, 'bold'),
    space,
    pair(words.from, time(report.from)),
    pair(words.to, time(report.to)),
    ...(z === null ? [] : [pair(words.printed, time(z.closed_at))]),
    ...section(words.sales, [
      pair(words.gross, money(sales.gross)),
      pair(words.discounts, less(sales.discounts)),
      pair(words.net, money(sales.net)),
      pair(words.tax, money(sales.tax)),
      pair(words.tips, money(sales.tips)),
      ...(sales.surcharges === 0 ? [] : [pair(words.surcharges, money(sales.surcharges))]),
      ...(sales.rounding === 0 ? [] : [pair(words.rounding, money(sales.rounding))]),
      ...(sales.gift_cards === undefined ? [] : [pair(words.giftCardsSold, money(sales.gift_cards))]),
      pair(`${words.collected} (${sales.count})`, money(sales.collected), 'bold'),
      pair(`${words.voids} (${voids.count})`, money(voids.amount)),
    ]),
    ...section(words.returns, [
      pair(`${words.givenBack} (${returns.count})`, less(returns.given_back), 'bold'),
      ...(returns.unresolved === 0 ? [] : [pair(words.unresolved, money(returns.unresolved))]),
      text(words.returnsOnly, 'normal', 'left'),
    ]),
    ...section(
      words.methods,
      methods.map(({ method, amount, tips: tip, surcharges, rounding, returned }) =>
        pair(words.methodNames[method], money(amount + tip + surcharges + rounding - returned)),
      ),
    ),
    ...section(
      words.brands,
      brands.map(({ brand, count, amount, returned }) =>
        pair(`${networkName(brand)} (${count})`, money(amount - returned)),
      ),
    ),
    ...section(
      words.hours,
      hours
        .filter(({ count }) => count > 0)
        .map(({ hour, count, amount }) => pair(`${hourIn(shop.language, hour)} (${count})`, money(amount))),
    ),
    ...section(
      words.items,
      items.map(({ name, quantity, returned_quantity, amount, returned }) =>
        pair(
          name === ''
            ? words.typed
            : `${quantityIn(shop.language, (quantity - returned_quantity) / 1_000)} x ${name}`,
          money(amount - returned),
        ),
      ),
    ),
    ...section(
      words.categories,
      categories.map(({ category, amount, returned }) =>
        pair(category === '' ? words.noCategory : category, money(amount - returned)),
      ),
    ),
    ...section(
      words.taxes,
      taxes.map(({ name, rate, inclusive, tax, returned }) =>
        pair(
          `${name} ${percentIn(shop.language, rate / 1_000)}${inclusive ? ` ${words.inPrice}` : ''}`,
          money(tax - returned),
        ),
      ),
    ),
    ...section(
      words.tipsBy,
      tips.map(({ person, amount, returned }) => pair(person ?? words.nobody, money(amount - returned))),
    ),
    ...cashLines(report, words, money),
    ...serviceLines(report.check, words, money),
    ...differenceLines([...report.differences, ...differencesOf(report.check)], words, money),
    ...(report.unreadable === 0 ? [] : [pair(words.unreadable, String(report.unreadable), 'bold')]),
  ]
  return markTraining(shop.training, lines, shop.language)
}

const section = (title: string, lines: readonly ReceiptLine[]): readonly ReceiptLine[] =>
  lines.length === 0 ? [] : [rule, text(title, 'bold', 'left'), ...lines]

function cashLines({ figures }: Report, words: ReportWords, money: MoneyLine): readonly ReceiptLine[] {
  const { sales, returned, refunds, paid_in, drops, payouts, shifts } = figures.cash
  const sums = [
    [words.cashSales, sales],
    [words.cashBack, -returned - refunds],
    [words.paidIn, paid_in],
    [words.drops, -drops],
    [words.payouts, -payouts],
  ] as const
  const used = sums.filter(([, cents]) => cents !== 0)
  return section(words.drawer, [
    ...used.map(([name, cents]) => pair(name, money(cents))),
    ...shifts.flatMap((shift) => countLines(shift, words, money)),
  ])
}

type MoneyLine = (cents: number) => ReturnType<MoneyText>

function countLines(
  { shift, expected, counted, pieces }: CountedShift,
  words: ReportWords,
  money: MoneyLine,
): readonly ReceiptLine[] {
  const difference = counted - expected
  return [
    pair(words.float, money(shift.float)),
    ...pieces.map(({ value, count }) => pair(`${count} x ${money(value)}`, money(count * value))),
    pair(words.expected, money(expected)),
    pair(words.counted, money(counted)),
    ...(difference === 0
      ? []
      : [pair(difference > 0 ? words.over : words.short, money(Math.abs(difference)), 'bold')]),
  ]
}

function serviceLines(check: ServiceCheck, words: ReportWords, money: MoneyLine): readonly ReceiptLine[] {
  if (check.kind === 'not_checked') return section(words.service, [text(words.notChecked, 'bold', 'left')])
  const { payments, elsewhere, settled, unsettled, fees, unmatched } = check
  return section(words.service, [
    pair(`${words.atService} (${payments.count})`, money(payments.captured - payments.returned)),
    pair(`${words.elsewhere} (${elsewhere.count})`, money(elsewhere.captured - elsewhere.returned)),
    pair(words.settled, money(settled)),
    pair(words.unsettled, money(unsettled)),
    pair(words.fees, money(fees)),
    ...(unmatched.length === 0 ? [] : [pair(words.unmatched, String(unmatched.length), 'bold')]),
    ...(check.differences.length === 0 ? [text(words.agrees, 'normal', 'left')] : []),
  ])
}

const differenceLines = (
  differences: readonly Difference[],
  words: ReportWords,
  money: MoneyLine,
): readonly ReceiptLine[] =>
  section(
    words.differences,
    differences.flatMap(({ kind, number, intent_id, here, there }) => [
      text(words.kinds[kind], 'normal', 'left'),
      pair(number ?? intent_id ?? '', `${money(here)} / ${money(there)}`),
    ]),
  )
