import type { JsonFile } from '../settings/json-file.ts'
import type { TerminalSession } from './session.ts'

/** Where a connection keeps the key of its session, which is still ours after a crash. */
export interface SessionFile {
  read(): Promise<TerminalSession | null>
  keep(session: TerminalSession): Promise<void>
  /** It is over. */
  forget(session: TerminalSession): Promise<void>
}

/**
 * One file for all connections of a counter. The one that is given back may still be closing when the next one has its
 * session: it neither erases that, nor writes its own over it.
 * @returns what gives a new connection its view of the file; the newest has it
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
