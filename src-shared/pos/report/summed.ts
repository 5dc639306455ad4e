type Summable<Row extends object, Key extends keyof Row> = Row & Record<Exclude<keyof Row, Key>, number>

/** Rows that are added up as they arrive. */
export interface Sums<Row extends object, Key extends keyof Row> {
  add(rows: readonly Summable<Row, Key>[]): void
  /** The totals so far. */
  rows(): Row[]
}

/**
 * Merges rows with equal `by` fields and adds up their other fields, which are all numbers. Rows keep the order of
 * first appearance.
 */
export function createSums<Row extends object, Key extends keyof Row = never>(
  by: readonly Key[] = [],
): Sums<Row, Key> {
  const found = new Map<string, Record<keyof Row, unknown>>()
  return {
    add(rows) {
      for (const row of rows) {
        const key = JSON.stringify(by.map((field) => row[field]))
        const before = found.get(key)
        if (before === undefined) found.set(key, { ...row })
        else {
          for (const field of Object.keys(row) as (keyof Row)[]) {
            if (!(by as readonly (keyof Row)[]).includes(field)) {
              before[field] = (before[field] as number) + (row[field] as number)
            }
          }
        }
      }
    },
    rows: () => [...found.values()].map((row) => ({ ...row })) as unknown as Row[],
  }
}

export function summed<Row extends object, Key extends keyof Row>(
  rows: readonly Summable<Row, Key>[],
  by: readonly Key[],
): Row[] {
  const sums = createSums<Row, Key>(by)
  sums.add(rows)
  return sums.rows()
}

export const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)
