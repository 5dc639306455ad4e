import style from './bar-chart.module.css'

interface Bar {
  readonly label: string
  /** Determines the length of the bar. */
  readonly value: number
  /** The value as text, such as an amount of money. */
  readonly text: string
}

/**
 * A chart built as a table, each row with its bar behind the text. It reads the same on a small screen, on paper and by
 * a screen reader, and every number is text.
 */
export function BarChart({ caption, bars }: { readonly caption: string; readonly bars: readonly Bar[] }) {
  const largest = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <table className={style.chart}>
      <caption className={style.caption}>{caption}</caption>
      <tbody>
        {bars.map(({ label, value, text }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className={style.track}>
              <span
                className={style.bar}
                style={{ inlineSize: `${(Math.max(0, value) / largest) * 100}%` }}
                aria-hidden
              />
            </td>
            <td className={style.text}>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
