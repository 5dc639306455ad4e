import type { CheckoutLine, CheckoutPage } from '../../src-shared/api/schemas/checkout-page.ts'
import { taxName } from '../../src-shared/receipt/tax-lines.ts'
import type { Words } from '../i18n/words.ts'

interface SummaryProps {
  readonly words: Words
  readonly view: CheckoutPage
  /** In cents: of the expected card, or of the card that was read. */
  readonly surcharge: number
  readonly total: number
  /** The surcharge may be removed once the card is known. */
  readonly isExpected: boolean
}

/** A longer order is collapsed, so that the total stays visible. */
const mostOpenLines = 6

/** The order, and the parts of the total. */
export function Summary({ words, view, surcharge, total, isExpected }: SummaryProps) {
  const money = (amount: number) => words.money(amount, view.currency)
  const lines = <Lines words={words} lines={view.lines} money={money} />
  const hasParts = view.discount_amount > 0 || surcharge > 0
  return (
    <section class="summary" aria-labelledby="summary-title">
      <h2 id="summary-title">{words('summary.title')}</h2>
      {view.description === null ? null : <p class="description">{view.description}</p>}
      {view.lines.length > mostOpenLines ? (
        <details>
          <summary>{words.counted('summary.items', view.lines.length)}</summary>
          {lines}
        </details>
      ) : (
        lines
      )}
      <dl class="sums">
        {view.whole_amount === null ? null : (
          <>
            <Sum name={words('summary.whole')} amount={money(view.whole_amount)} />
            <Sum name={words('summary.elsewhere')} amount={money(view.subtotal - view.whole_amount)} />
          </>
        )}
        {hasParts ? <Sum name={words('summary.subtotal')} amount={money(view.subtotal)} /> : null}
        {view.discount_amount > 0 ? (
          <Sum name={words('summary.discount')} amount={money(-view.discount_amount)} />
        ) : null}
        {surcharge > 0 ? <Sum name={surchargeName(words, view)} amount={money(surcharge)} /> : null}
        <Sum name={words('summary.total')} amount={money(total)} isTotal />
        {view.tax_amount > 0 && view.taxes.length === 0 ? (
          <Sum name={words('summary.taxIncluded')} amount={money(view.tax_amount)} isPart />
        ) : null}
        {view.taxes.map((tax, index) => (
          <Sum
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and they never move
            key={index}
            name={words('summary.namedTaxIncluded', { tax: taxName(tax, words.language) })}
            amount={money(tax.amount)}
            isPart
          />
        ))}
        {view.tip_amount > 0 ? (
          <Sum name={words('summary.tipIncluded')} amount={money(view.tip_amount)} isPart />
        ) : null}
      </dl>
      {surcharge > 0 && isExpected ? <p class="hint">{words('summary.surchargeHint')}</p> : null}
    </section>
  )
}

const surchargeName = (words: Words, { surcharge }: CheckoutPage): string =>
  surcharge.type === 'percentage'
    ? words('summary.surchargePercent', { percent: words.percent(surcharge.percent) })
    : words('summary.surcharge')

function Sum({
  name,
  amount,
  isTotal = false,
  isPart = false,
}: {
  name: string
  amount: string
  isTotal?: boolean
  isPart?: boolean
}) {
  return (
    <div class={isTotal ? 'sum sum-total' : isPart ? 'sum sum-part' : 'sum'}>
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </div>
  )
}

function Lines({
  words,
  lines,
  money,
}: {
  words: Words
  lines: readonly CheckoutLine[]
  money: (amount: number) => string
}) {
  if (lines.length === 0) return null
  return (
    <ul class="lines">
      {lines.map(({ description, quantity, unit_amount: price, amount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order have no ids, and never move
        <li key={index}>
          <span class="line-name">{description}</span>
          {amount === null ? null : <span class="line-amount">{money(amount)}</span>}
          {quantity === 1 || price === null ? null : (
            <span class="line-quantity">{words('summary.quantity', { quantity, price: money(price) })}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
