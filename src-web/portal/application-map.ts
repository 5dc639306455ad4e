import {
  type ApplicationStatus,
  applicationMoves,
  applicationStatuses,
} from '../../src-shared/boarding/application-moves.ts'

/** Position of a state in the drawing: the number of moves from the draft, and its row. */
export interface MapPlace {
  readonly status: ApplicationStatus
  readonly column: number
  readonly row: number
}

/**
 * Places each state by its shortest path from the draft, and a final state to the right of all states that lead to it:
 * only moves back point to the left.
 */
export function applicationMap(): readonly MapPlace[] {
  const columns = new Map<ApplicationStatus, number>([['DRAFT', 0]])
  for (const [status, column] of columns) {
    for (const next of applicationMoves[status]) if (!columns.has(next)) columns.set(next, column + 1)
  }
  for (const status of applicationStatuses.filter((one) => applicationMoves[one].length === 0)) {
    const before = applicationStatuses.filter((one) => applicationMoves[one].includes(status))
    columns.set(status, 1 + Math.max(...before.map((one) => columns.get(one) ?? 0)))
  }
  const rows = new Map<number, number>()
  return applicationStatuses
    .map((status) => ({ status, column: columns.get(status) ?? 0 }))
    .sort((one, other) => one.column - other.column)
    .map(({ status, column }) => {
      const row = rows.get(column) ?? 0
      rows.set(column, row + 1)
      return { status, column, row }
    })
}

export interface MapMove {
  readonly from: MapPlace
  readonly to: MapPlace
}

export function movesOf(places: readonly MapPlace[]): readonly MapMove[] {
  const byStatus = new Map(places.map((place) => [place.status, place]))
  return places.flatMap((from) =>
    applicationMoves[from.status].flatMap((status) => {
      const to = byStatus.get(status)
      return to === undefined ? [] : [{ from, to }]
    }),
  )
}
