/** One measured row of `npm run bench`: the figure, its reference, and its goal. */
export interface BenchRow {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly note: string
  /** Absent if the row is only context. */
  readonly goal?: { readonly is: 'at least' | 'at most'; readonly value: number }
}

/** Prints rows as an aligned table, with missed goals marked. */
export function printRows(title: string, rows: readonly BenchRow[]): void {
  console.log(`\n${title}`)
  for (const row of rows) {
    const value = `${format(row.value)} ${row.unit}`.padStart(16)
    console.log(`  ${row.name.padEnd(46)}${value}  ${verdict(row)}${row.note}`)
  }
}

function verdict({ goal, value }: BenchRow): string {
  if (goal === undefined) return ''
  const met = goal.is === 'at least' ? value >= goal.value : value <= goal.value
  return `${met ? 'met' : 'MISSED'} (${goal.is} ${format(goal.value)})  `
}

const format = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2)

/** The value below which a share `p` (0..1) of the samples lies. */
export function percentile(samples: readonly number[], p: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5)
