import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { StaffRole } from '../../src-shared/pos/staff.ts'
import type { Log } from '../log.ts'

/** One thing that somebody with a role did, or tried to do. No PIN, no card data. */
export interface AuditEntry {
  readonly role: StaffRole | null
  readonly command: string
  /** What it was about, such as the intent; amounts in cents. */
  readonly about: Readonly<Record<string, string | number>>
  /** `done`, or the code of the refusal. */
  readonly outcome: string
}

/** A file that only grows: one JSON line for each entry, in the order in which they came. */
export interface AuditTrail {
  add(entry: AuditEntry): void
  /** Resolves when everything is on the disk. */
  close(): Promise<void>
}

export function openAuditTrail(path: string, now: () => number, log: Log): AuditTrail {
  let file: FileHandle | null = null
  let queue: Promise<void> = Promise.resolve()

  async function append(line: string): Promise<void> {
    if (file === null) {
      await mkdir(dirname(path), { recursive: true })
      file = await open(path, 'a', 0o600)
    }
    await file.appendFile(line)
    await file.datasync()
  }

  return {
    add(entry) {
      const at = new Date(now()).toISOString()
      log.info(
        { ...entry.about, role: entry.role, command: entry.command, outcome: entry.outcome },
        'staff.command',
      )
      // It begins on a line of its own: the half line that a full disk left behind must not swallow it.
      const line = `\n${JSON.stringify({ at, ...entry })}\n`
      queue = queue
        .then(() => append(line))
        .catch((error) => log.error({ err: error, command: entry.command }, 'staff.audit_write_failed'))
    },
    async close() {
      await queue
      await file?.close()
    },
  }
}
