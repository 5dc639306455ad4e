/**
 * A database that is moved from SQLite to PostgreSQL (docs/decisions/0087) is marked where its migrations are listed, under a number that
 * no migration has: whichever program opens it looks there first, and a program of before takes it for a newer one's and leaves it alone.
 */

/** Larger than every migration's: while it is there the database is not to be used. */
export const moveMark = 1_000_000_000
/** Smaller than every migration's: that a move was begun here (SQLite), or has ended here (PostgreSQL). It is in nobody's way. */
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
  /** Names the folder's move, which an unfinished target goes on with: both databases have the same. */
  readonly move: string
  /** Names the try: SQLite says by it which copy it was moved to. Null before the first. */
  readonly attempt: string | null
  /** The other database, or the folder, as people know it; never a password. */
  readonly place: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

export const markText = (mark: MoveMark): string => JSON.stringify(mark)

export const readMark = (text: string): MoveMark => JSON.parse(text) as MoveMark

/** Why a service does not start on a database that was moved away. */
export const movedAway = ({ place, at }: MoveMark): string =>
  `the data was moved to the PostgreSQL database ${place} on ${dayOf(at)}. Start the service with its address in DATABASE_URL. What is left here is as it was then, and is kept for the case that it is needed`

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
