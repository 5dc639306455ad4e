import Libsql from 'libsql'
import { type MoveMark, moveMark, readMark } from './move-marks.ts'

/** @returns how a database file that is not used was moved; null when it was not, or cannot be read */
export function movedFrom(file: string): MoveMark | null {
  try {
    const database = new Libsql(file, { readonly: true })
    try {
      const row = database.prepare('SELECT name FROM migrations WHERE number = ?').get([moveMark])
      return row === undefined ? null : readMark((row as { readonly name: string }).name)
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}
