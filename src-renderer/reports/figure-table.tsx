import spoken from '../components/spoken.module.css'
import style from './reports.module.css'

interface FigureRow {
  readonly key?: string
  readonly label: string
  /** One per column. */
  readonly cells: readonly string[]
  readonly strong?: boolean
}

interface FigureTableProps {
  readonly title: string
  /** The text above already names the table. */
  readonly hideTitle?: boolean
  /** Headings of the cells; none for a single column. */
  readonly columns?: readonly string[]
  readonly rows: readonly FigureRow[]
}

/** A table of figures with aligned cents. Draws nothing without rows. */
export function FigureTable({ title, hideTitle = false, columns = [], rows }: FigureTableProps) {
  if (rows.length === 0) return null
  return (
    <table className={style.figures}>
      <caption className={hideTitle ? spoken.spoken : style.caption}>{title}</caption>
      {columns.length > 0 && (
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ key, label, cells, strong }) => (
          <tr key={key ?? label} className={strong ? style.strong : undefined}>
            <th scope="row">{label}</th>
            {cells.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
