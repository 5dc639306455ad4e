import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'

/** A file for a database, in a folder of its own. */
export function temporaryFile() {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  return { file: join(folder, 'service.db'), remove: () => rmSync(folder, { recursive: true }) }
}

/** The events in a database file, oldest first, as another program reads them. */
export function eventsIn(file: string) {
  const database = new Libsql(file)
  const found = database.prepare('SELECT type, object FROM event_log ORDER BY id').all() as {
    type: string
    object: string
  }[]
  database.close()
  return found.map(({ type, object }) => ({ type, object: JSON.parse(object) as unknown }))
}
