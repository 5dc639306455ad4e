import type pg from 'pg'
import { type MoveMark, markText, moveMark, moveNote } from '../move-marks.ts'

/**
 * Ends a move when a service starts on a database into which one was begun. If everything was copied and verified, and
 * the folder's SQLite is marked as moved to this copy, only the last step is missing and is done now.
 * @param moved the mark of the SQLite file in the service's folder
 * @throws in all other cases: the database may hold only a part of the data
 */
export async function endMove(
  pool: Pick<pg.Pool, 'query'>,
  mark: MoveMark,
  moved: MoveMark | null,
): Promise<void> {
  if (mark.state === 'verified' && moved?.attempt === mark.attempt) return finishMove(pool, mark)
  const which =
    mark.state === 'verified'
      ? 'It then reports which of the two databases is valid'
      : `Until then the data in ${mark.place} is valid`
  throw new Error(
    `a move of the data in ${mark.place} into it is not finished. Run move-to-postgres again, with that folder in --data and the same DATABASE_URL: it finishes the move or restarts it. ${which}`,
  )
}

/** Marks the move as finished; services can start from then on. */
export async function finishMove(pool: Pick<pg.Pool, 'query'>, mark: MoveMark): Promise<void> {
  const done = markText({ ...mark, state: 'moved' })
  const values = [moveNote, done, moveMark, markText(mark)]
  await pool.query('UPDATE migrations SET number = $1, name = $2 WHERE number = $3 AND name = $4', values)
}
