import { grouped } from './report.ts'

/** A line of progress at most so often, ms. */
const everyMs = 2_000

/**
 * Tells how far it is, now and then. @param total rows. @param now ms of a steady clock
 * @returns counts the rows that it hands on
 */
export function createProgress(
  doing: string,
  total: number,
  report: (line: string) => void,
  now: () => number,
) {
  let done = 0
  let reported = now()
  const line = (table: string): string => {
    const share = total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total))
    return `${doing} ${table}: ${grouped(BigInt(done))} of ${grouped(BigInt(total))} rows, ${share} %`
  }
  const count = (table: string): void => {
    done += 1
    // The clock is looked at for every hundredth row.
    if (done % 100 !== 0 || now() - reported < everyMs) return
    reported = now()
    report(line(table))
  }
  return {
    *rows<Row>(table: string, rows: Iterable<Row>): Generator<Row> {
      for (const row of rows) {
        count(table)
        yield row
      }
    },
    count,
  }
}
