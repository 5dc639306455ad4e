import { stringify } from 'csv-stringify/sync'
import { cellOf } from '../../src-shared/csv-cell.ts'
import { localStamp } from '../../src-shared/local-time.ts'
import type { StandingEntry } from '../../src-shared/pos/staff/worked-shifts.ts'
import type { WorkedWeek } from '../../src-shared/pos/staff/worked-week.ts'

/** The columns are documented in docs/guides/manager.md. */
const columns = ['day', 'person_id', 'person', 'began', 'ended', 'hours', 'state', 'corrected_by', 'reason']

/** A week's hours as a table: one line per shift and day, with times in the shop's time zone. */
export function hoursTable(week: WorkedWeek, timeZone: string): string {
  const timeOf = (entry: StandingEntry | null) =>
    entry === null ? '' : writtenTime(localStamp(Date.parse(entry.at), timeZone))
  const rows = week.people.flatMap(({ person_id, name, shifts }) =>
    shifts.flatMap((shift) => {
      const corrections = [shift.began, shift.ended].flatMap((entry) => entry?.corrections ?? [])
      return week.days.flatMap((day, index) => {
        const minutes = shift.minutes[index] ?? 0
        if (minutes === 0 && day !== shift.day) return []
        return [
          [
            ...[day, person_id, cellOf(name), timeOf(shift.began), timeOf(shift.ended)],
            ...[(minutes / 60).toFixed(2), shift.state],
            cellOf(corrections.map(({ by }) => week.names[by] ?? by).join('; ')),
            cellOf(corrections.map(({ reason }) => reason).join('; ')),
          ],
        ]
      })
    }),
  )
  // Spreadsheet programs read UTF-8 only in a file that begins with a byte order mark.
  return stringify([columns, ...rows], { bom: true, record_delimiter: 'windows' })
}

const writtenTime = (stamp: string): string =>
  `${stamp.slice(0, 4)}-${stamp.slice(4, 6)}-${stamp.slice(6, 8)} ${stamp.slice(8, 10)}:${stamp.slice(10, 12)}`
