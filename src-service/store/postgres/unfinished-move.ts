import type pg from 'pg'
import { type MoveMark, markText, moveMark, moveNote } from '../move-marks.ts'

/**
 * A service starts on a database into which a move was begun. Where everything was copied and found equal, and the folder's own SQLite
 * is marked as moved to this very copy, only its last step is missing: it is done now.
 * @param moved the mark of the SQLite file in the service's folder
 * @throws in all other cases: what is there may be a part of a shop
 */
export async function endMove(
  pool: Pick<pg.Pool, 'query'>,
  mark: MoveMark,
  moved: MoveMark | null,
): Promise<void> {
  if (mark.state === 'verified' && moved?.attempt === mark.attempt) return finishMove(pool, mark)
  const which =
    mark.state === 'verified'
      ? 'That tells which of the two counts'
      : `Until then the data in ${mark.place} counts`
  throw new Error(
    `a move of the data in ${mark.place} into it is not finished. Run move-to-postgres once more, with that folder in --data and the same DATABASE_URL: it ends the move, or begins it anew. ${which}`,
  )
}

/** From then on nothing keeps a service from starting. */
export async function finishMove(pool: Pick<pg.Pool, 'query'>, mark: MoveMark): Promise<void> {
  const done = markText({ ...mark, state: 'moved' })
  const values = [moveNote, done, moveMark, markText(mark)]
  await pool.query('UPDATE migrations SET number = $1, name = $2 WHERE number = $3 AND name = $4', values)
}
