import { shortMoneyIn } from '../../../src-shared/language.ts'
import { dayIn, usePortal } from '../context.ts'
import { Facts } from '../parts/facts.tsx'
import { type SalesByDay, scaleTop } from '../sales-by-day.ts'

const width = 720
const height = 240
const left = 92
const bottom = 32
const top = 24

interface SalesChartProps {
  readonly sales: SalesByDay
  /** The sums of the newest days are a minimum. */
  readonly atLeast: boolean
}

/** Bars by day: the settled amount, and above it the unsettled one. A table below has the same numbers. */
export function SalesChart({ sales: { currency, days }, atLeast }: SalesChartProps) {
  const { words } = usePortal()
  const highest = scaleTop(Math.max(0, ...days.map(({ settled, open }) => settled + open)))
  const sum = days.reduce((all, { settled, open }) => all + settled + open, 0)
  const step = (width - left) / days.length
  const scaled = (amount: number) => (amount / highest) * (height - top - bottom)
  const baseline = height - bottom
  const total = words.money(sum, currency)
  const [yesterday, today] = days.slice(-2).map(({ settled, open }) => words.money(settled + open, currency))
  return (
    <figure class="chart">
      <figcaption>
        <h2>{words('chart.title', { days: days.length })}</h2>
        <p class="total">{total}</p>
      </figcaption>
      {atLeast ? null : (
        <Facts
          items={[
            [words('chart.today'), today],
            [words('chart.yesterday'), yesterday],
          ]}
        />
      )}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={words('chart.label', { days: days.length, total })}
      >
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line
              class="grid"
              x1={left}
              x2={width}
              y1={baseline - scaled(highest * part)}
              y2={baseline - scaled(highest * part)}
            />
            <text class="axis" x={left - 8} y={baseline - scaled(highest * part) + 5} text-anchor="end">
              {shortMoneyIn(words.language, currency, highest * part)}
            </text>
          </g>
        ))}
        {days.map(({ day, settled, open }, index) => (
          <g key={day}>
            <title>{`${dayIn(words, day)}: ${words.money(settled + open, currency)}`}</title>
            <rect
              class="bar"
              x={left + index * step + step * 0.18}
              width={step * 0.64}
              y={baseline - scaled(settled)}
              height={scaled(settled)}
            />
            <rect
              class="bar-open"
              x={left + index * step + step * 0.18}
              width={step * 0.64}
              y={baseline - scaled(settled + open)}
              height={scaled(open)}
            />
            {index % 3 === (days.length - 1) % 3 ? (
              <text class="axis" x={left + (index + 0.5) * step} y={height - 8} text-anchor="middle">
                {dayIn(words, day, 'short')}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
      <ul class="legend">
        <li>
          <span class="swatch" aria-hidden="true" /> {words('chart.settled')}
        </li>
        <li>
          <span class="swatch swatch-open" aria-hidden="true" /> {words('chart.open')}
        </li>
      </ul>
      <details>
        <summary>{words('chart.asTable')}</summary>
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">{words('chart.day')}</th>
              <th scope="col" class="number">
                {words('chart.settled')}
              </th>
              <th scope="col" class="number">
                {words('chart.open')}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, settled, open }) => (
              <tr key={day}>
                <th scope="row">{dayIn(words, day)}</th>
                <td class="number">{words.money(settled, currency)}</td>
                <td class="number">{words.money(open, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
