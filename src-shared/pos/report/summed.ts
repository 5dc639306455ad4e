/**
 * Rows that are alike in `by` become one, and their other fields, all of them numbers, are added up; in the order in which
 * each was met first.
 */
export function summed<Row extends object, Key extends keyof Row>(
  rows: readonly (Row & Record<Exclude<keyof Row, Key>, number>)[],
  by: readonly Key[],
): Row[] {
  const found = new Map<string, Record<keyof Row, unknown>>()
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
  return [...found.values()] as unknown as Row[]
}

export const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)
