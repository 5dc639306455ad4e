import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { holdsCardData } from '../../src-shared/payments/card-data.ts'
import type { Log } from '../log.ts'
import { jsonFile } from '../settings/json-file.ts'
import {
  type AuditHead,
  chained,
  emptyHead,
  headOf,
  tamperedCommand,
  textOf,
  verifyAudit,
} from './audit-chain.ts'
import type { AuditEntry } from './audit-entry.ts'
import { countRepeats } from './audit-repeats.ts'

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

const headSchema = z.object({ count: z.number().int().min(0), hash: z.string() })

/** Where the head of the chain is kept: beside the lines, so that an end that was cut off is missed. */
export const auditHeadPath = (path: string): string => `${path}.head.json`

/** What lies on the disk; null where there is no such file. Throws where one is there and cannot be read. */
async function readAuditFiles(path: string): Promise<{ text: string | null; known: AuditHead | null }> {
  const [text, kept] = await Promise.all([contentOf(path), contentOf(auditHeadPath(path))])
  return { text, known: kept === null ? null : headIn(kept) }
}

/** A reason, or a name, is what somebody typed. */
const withoutCards = (about: AuditEntry['about']): AuditEntry['about'] =>
  Object.fromEntries(
    Object.entries(about).map(([name, value]) => [
      name,
      typeof value === 'string' && holdsCardData(value) ? '[card data]' : value,
    ]),
  )

const contentOf = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

function headIn(text: string): AuditHead | null {
  try {
    return headSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** @param find named in each entry as they are called at that time; of whom nothing is found, the id alone is written */
export function openAuditTrail(
  path: string,
  now: () => number,
  log: Log,
  find: (personId: string) => AuditPerson | null = () => null,
): AuditTrail {
  let file: FileHandle | null = null
  let head: AuditHead | null = null
  const headFile = jsonFile(auditHeadPath(path), headSchema, emptyHead)
  let queue: Promise<void> = Promise.resolve()

  /**
   * The chain goes on from what stands there. What is wrong with it is written into it, with the head that was kept: the
   * next line's head takes that one's place, and would leave no sign of what was cut off.
   */
  async function resume(): Promise<AuditHead> {
    const { text, known } = await readAuditFiles(path)
    const { head: found, troubles, recorded } = verifyAudit(text, known)
    const news = troubles.filter((trouble) => !recorded.some((one) => one.trouble === textOf(trouble)))
    let last = found
    // Before the first line: from then on a file without a head is one whose head was taken away.
    if (known === null && news.length === 0) await headFile.write(last)
    for (const trouble of news) {
      log.error({ ...trouble, path }, 'staff.audit_tampered')
      const { count: expected = 0, hash: expected_hash = '' } = known ?? {}
      const about = { trouble: textOf(trouble), expected, expected_hash, found: found.count }
      const at = new Date(now()).toISOString()
      last = await write(last, { at, role: null, command: tamperedCommand, about, outcome: 'found' })
    }
    return last
  }

  function named(as: 'person' | 'approved_by', id: string | null = null): object {
    return id === null ? {} : { [as]: find(id) ?? { id } }
  }

  async function append(entry: object): Promise<void> {
    head ??= await resume()
    head = await write(head, entry)
  }

  async function write(last: AuditHead, entry: object): Promise<AuditHead> {
    if (file === null) {
      await mkdir(dirname(path), { recursive: true })
      file = await open(path, 'a', 0o600)
    }
    const line = chained(last, entry)
    // It begins on a line of its own: the half line that a full disk left behind must not swallow it.
    await file.appendFile(`\n${JSON.stringify(line)}\n`)
    await file.datasync()
    await headFile.write(headOf(line))
    return headOf(line)
  }

  const repeats = countRepeats(now, (entry, ms) => {
    const at = new Date(ms).toISOString()
    log.info(
      { ...withoutCards(entry.about), role: entry.role, command: entry.command, outcome: entry.outcome },
      'staff.command',
    )
    const { person_id, approved_by, ...rest } = { ...entry, about: withoutCards(entry.about) }
    const line = { at, ...rest, ...named('person', person_id), ...named('approved_by', approved_by) }
    queue = queue
      .then(() => append(line))
      .catch((error) => log.error({ err: error, command: entry.command }, 'staff.audit_write_failed'))
  })

  return {
    add: repeats.add,
    async close() {
      repeats.flush()
      await queue
      await file?.close()
    },
  }
}
