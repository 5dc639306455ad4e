import type { JsonFile } from '../settings/json-file.ts'
import type { TerminalSession } from './session.ts'

/** The file in which a connection keeps the key of its session, which is still ours after a crash. */
export interface SessionFile {
  read(): Promise<TerminalSession | null>
  keep(session: TerminalSession): Promise<void>
  /** Removes the key; the session is over. */
  forget(session: TerminalSession): Promise<void>
}

/**
 * One file for all connections of a counter. The former connection may still be closing when the next one has its
 * session: it must neither erase that session nor overwrite it.
 * @returns a function that gives a new connection its view of the file; only the newest one may write
 */
export function createSessionFile(file: JsonFile<TerminalSession | null>): () => SessionFile {
  let newest = 0
  let kept: TerminalSession | null = null
  return () => {
    newest += 1
    const mine = newest
    return {
      read: file.read,
      async keep(session) {
        if (mine !== newest) return
        kept = session
        await file.write(session)
      },
      async forget(session) {
        if (kept !== session) return
        kept = null
        await file.write(null)
      },
    }
  }
}
