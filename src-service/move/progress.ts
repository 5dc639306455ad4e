import { grouped } from './report.ts'

/** Minimum time between two progress lines, in ms. */
const everyMs = 2_000

/**
 * Reports the progress from time to time. @param total number of rows. @param now ms of a monotonic clock
 * @returns an object that counts the rows that it passes on
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
    // The clock is read only for every hundredth row.
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
