/**
 * A database that is moved from SQLite to PostgreSQL (docs/decisions/0087) is marked in its migrations table, under a
 * number that no migration has. Every program reads that table when it opens the database; an older program takes the
 * mark for a newer migration and refuses to start.
 */

/** Larger than every migration's number: while it is present, no service may use the database. */
export const moveMark = 1_000_000_000
/**
 * Smaller than every migration's number: records that a move has begun here (SQLite) or ended here (PostgreSQL), and
 * blocks nothing.
 */
export const moveNote = 0

/**
 *     SQLite          PostgreSQL      which of them counts
 *     ─               ─               SQLite
 *     note begun      ─               SQLite
 *     note begun      mark copying    SQLite
 *     note begun      mark verified   SQLite
 *     mark moved      mark verified   PostgreSQL, from this commit on
 *     mark moved      note moved      PostgreSQL
 */
export interface MoveMark {
  readonly state: 'begun' | 'copying' | 'verified' | 'moved'
  /** Identifies the move of this folder; both databases have the same value. An unfinished move is resumed by it. */
  readonly move: string
  /** Identifies the attempt: SQLite records to which copy it was moved. Null before the first attempt. */
  readonly attempt: string | null
  /** Name of the other database or folder for people; never contains a password. */
  readonly place: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

export const markText = (mark: MoveMark): string => JSON.stringify(mark)

export const readMark = (text: string): MoveMark => JSON.parse(text) as MoveMark

/** Returns the error message for a service that starts on a database which was moved away. */
export const movedAway = ({ place, at }: MoveMark): string =>
  `the data was moved to the PostgreSQL database ${place} on ${dayOf(at)}. Start the service with its address in DATABASE_URL. The data here has not changed since then and is kept in case it is needed`

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
