import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DataConfig } from '../config/config.ts'
import { openDataDirectory } from '../store/data-directory.ts'
import { dayOf, type MoveMark } from '../store/move-marks.ts'
import { reasonOf } from '../store/postgres/failures.ts'
import { endMove } from '../store/postgres/unfinished-move.ts'
import {
  type Connections,
  type PostgresTarget,
  reachPostgres,
  standingOf,
  takeTarget,
} from './postgres-target.ts'
import { createProgress } from './progress.ts'
import { createContent, differences, type TableProof } from './proof.ts'
import { grouped, proofLines } from './report.ts'
import { markOf, openSource, type SqliteSource } from './sqlite-source.ts'
import { type MovedTable, whatIsMoved } from './what-is-moved.ts'

export interface Move {
  readonly config: Pick<DataConfig, 'dataDirectory'> & { readonly databaseUrl: string }
  /** Shows a line to the person who started the move. */
  readonly report: (line: string) => void
}

/**
 * Moves the data of a service from SQLite to an empty PostgreSQL database. Whenever it ends, even by SIGKILL, exactly
 * one of the two counts, and a service starts only on that one (store/move-marks.ts). When it is run again, it does the
 * missing steps or starts over.
 * @throws an error with a message for people; SQLite counts unless the message states otherwise
 */
export async function moveToPostgres({ config, report }: Move): Promise<void> {
  const { dataDirectory: folder, databaseUrl } = config
  const file = join(folder, 'service.db')
  if (!existsSync(file)) {
    throw new Error(
      `there is no SQLite database of a service in ${folder}; name the folder that has service.db with --data`,
    )
  }
  const connections = await reachPostgres(databaseUrl)
  try {
    const directory = openDataDirectory(folder)
    try {
      const moved = markOf(file)
      if (moved === null) await moveAll(connections, { file, folder, report })
      else await endOf(moved, connections, { folder, report })
    } finally {
      directory.release()
    }
  } finally {
    await connections.close()
  }
}

/** Finishes a move that SQLite is already marked with: at most the last step is missing. */
async function endOf(
  moved: MoveMark,
  connections: Connections,
  { folder, report }: { readonly folder: string; readonly report: Move['report'] },
): Promise<void> {
  const standing = await standingOf(connections)
  const { place } = connections
  if (standing.kind !== 'move' || standing.mark.attempt !== moved.attempt) {
    throw new Error(
      `the data in ${folder} was moved to ${moved.place} on ${dayOf(moved.at)}, but DATABASE_URL names ${place}, which does not contain it`,
    )
  }
  if (standing.mark.state !== 'moved') await endMove(connections.pool, standing.mark, moved)
  report(
    `The data in ${folder} was moved on ${dayOf(moved.at)}. The database in PostgreSQL (${place}) is the valid one.`,
  )
}

interface Job {
  readonly file: string
  readonly folder: string
  readonly report: Move['report']
}

async function moveAll(connections: Connections, { file, folder, report }: Job): Promise<void> {
  const source = openSource(file, folder, Date.now())
  let isMoved = false
  try {
    const target = await takeTarget(connections, source.begun)
    await target.makeTables()
    const tables = whatIsMoved(source.schema(), await target.schema())
    const total = tables.reduce((sum, table) => sum + source.count(table), 0)
    report(
      `Moving ${grouped(BigInt(total))} rows in ${tables.length} tables from ${folder} to PostgreSQL (${target.place}).`,
    )
    const copied = createProgress('Copying', total, report, () => performance.now())
    for (const table of tables) await target.copy(table, copied.rows(table.name, source.rows(table)))
    await target.analyse()
    report('All rows are copied. Comparing both databases.')
    const proofs = await compare({ source, target }, tables, { total, report })
    await target.markVerified()
    for (const line of proofLines(proofs)) report(line)
    source.markMoved(target, Date.now())
    isMoved = true
    await target.finish()
    report(
      `The database in PostgreSQL (${target.place}) is now the valid one. ${file} is kept, but no service can start with it.`,
    )
  } catch (error) {
    const which = isMoved
      ? `All data is in PostgreSQL (${connections.place}), which is now the valid database; run the same command again to finish the move`
      : `The data in ${folder} (SQLite) is still the valid database`
    throw new Error(`${reasonOf(error)}. ${which}`, { cause: error })
  } finally {
    source.close()
  }
}

/** @throws when a table is not the same on both sides */
async function compare(
  { source, target }: { readonly source: SqliteSource; readonly target: PostgresTarget },
  tables: readonly MovedTable[],
  { total, report }: { readonly total: number; readonly report: Move['report'] },
): Promise<readonly TableProof[]> {
  const progress = createProgress('Comparing', 2 * total, report, () => performance.now())
  const proofs: TableProof[] = []
  for (const table of tables) {
    const { name, columns } = table
    const sides = { sqlite: createContent(name, columns), postgres: createContent(name, columns) }
    for (const row of progress.rows(name, source.rows(table))) sides.sqlite.add(row)
    for await (const row of target.read(table)) {
      progress.count(name)
      sides.postgres.add(row)
    }
    proofs.push({ name, sqlite: sides.sqlite.result(), postgres: sides.postgres.result() })
  }
  const different = differences(proofs)
  if (different.length === 0) return proofs
  throw new Error(`the copy is not the same: ${different.join('; ')}`)
}
