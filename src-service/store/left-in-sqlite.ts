import Libsql from 'libsql'
import { type MoveMark, moveMark, readMark } from './move-marks.ts'
import type { Database } from './sqlite/durable-file.ts'

/** @returns the move mark stored under that number; null when there is none, or no migrations table yet */
export function markIn(database: Database, number: number): MoveMark | null {
  const isThere =
    database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get() !== undefined
  if (!isThere) return null
  const row = database.prepare('SELECT name FROM migrations WHERE number = ?').get([number])
  return row === undefined ? null : readMark((row as { readonly name: string }).name)
}

/** @returns the mark of an unused database file that was moved; null when it was not moved or cannot be read */
export function movedFrom(file: string): MoveMark | null {
  try {
    const database = new Libsql(file, { readonly: true })
    try {
      return markIn(database, moveMark)
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}
