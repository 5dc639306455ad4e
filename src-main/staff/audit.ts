import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { StaffRole } from '../../src-shared/pos/staff.ts'
import type { Log } from '../log.ts'
import { jsonFile } from '../settings/json-file.ts'
import { type AuditHead, chained, headOf, verifyAudit } from './audit-chain.ts'

/** One thing that somebody with a role did, or tried to do. No PIN, no card data. */
export interface AuditEntry {
  readonly role: StaffRole | null
  /** Who was in when it began, which is not always who is in when it ends; null: nobody. */
  readonly person_id: string | null
  /** Who approved it where somebody was asked to. */
  readonly approved_by?: string | null
  readonly command: string
  /** What it was about, such as the intent; amounts in cents. */
  readonly about: Readonly<Record<string, string | number>>
  /** `done`, or the code of the refusal. */
  readonly outcome: string
}

interface AuditPerson {
  readonly id: string
  readonly name: string
  readonly role: string
}

/** A file that only grows: one JSON line for each entry, in the order in which they came, each chained to the one before. */
export interface AuditTrail {
  add(entry: AuditEntry): void
  /** Resolves when everything is on the disk. */
  close(): Promise<void>
}

const headSchema = z.object({ count: z.number().int().min(0), hash: z.string() }).nullable()

/** Where the head of the chain is kept: beside the lines, so that an end that was cut off is missed. */
export const auditHeadPath = (path: string): string => `${path}.head.json`

/** @param find named in each entry as they are called at that time; of whom nothing is found, the id alone is written */
export function openAuditTrail(
  path: string,
  now: () => number,
  log: Log,
  find: (personId: string) => AuditPerson | null = () => null,
): AuditTrail {
  let file: FileHandle | null = null
  let head: AuditHead | null = null
  const headFile = jsonFile(auditHeadPath(path), headSchema, null)
  let queue: Promise<void> = Promise.resolve()

  /** The chain goes on from what stands there; what is wrong with it is logged by line, and stays to be seen. */
  async function readHead(): Promise<AuditHead> {
    const report = verifyAudit(await readFile(path, 'utf8').catch(() => ''), await headFile.read())
    for (const trouble of report.troubles) log.error({ ...trouble, path }, 'staff.audit_tampered')
    return report.head
  }

  function named(as: 'person' | 'approved_by', id: string | null = null): object {
    return id === null ? {} : { [as]: find(id) ?? { id } }
  }

  async function append(entry: object): Promise<void> {
    if (file === null) {
      await mkdir(dirname(path), { recursive: true })
      file = await open(path, 'a', 0o600)
    }
    head ??= await readHead()
    const line = chained(head, entry)
    // It begins on a line of its own: the half line that a full disk left behind must not swallow it.
    await file.appendFile(`\n${JSON.stringify(line)}\n`)
    await file.datasync()
    head = headOf(line)
    await headFile.write(head)
  }

  return {
    add(entry) {
      const at = new Date(now()).toISOString()
      log.info(
        { ...entry.about, role: entry.role, command: entry.command, outcome: entry.outcome },
        'staff.command',
      )
      const { person_id, approved_by, ...rest } = entry
      const line = { at, ...rest, ...named('person', person_id), ...named('approved_by', approved_by) }
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
