import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { holdsCardData } from '../../src-shared/payments/card-data.ts'
import type { AuditFault } from '../../src-shared/pos/audit/audit.ts'
import { createTurns } from '../async/in-turn.ts'
import { linesFromEnd } from '../journal/line-file.ts'
import type { Log } from '../log.ts'
import { jsonFile } from '../settings/json-file.ts'
import {
  type AuditHead,
  type Chained,
  chained,
  emptyHead,
  headOf,
  tamperedCommand,
  textOf,
  verifyChain,
} from './audit-chain.ts'
import type { AuditEntry } from './audit-entry.ts'
import {
  auditFiles,
  auditHeadPath,
  auditHeadSchema,
  fullAt,
  headBefore,
  keptHead,
  linesOf,
  putFullFileAside,
  putTornTailAside,
} from './audit-files.ts'
import { countRepeats } from './audit-repeats.ts'
import { type BegunCommand, openBegunCommands } from './begun-commands.ts'

const endedSchema = z.object({
  at: z.string(),
  command: z.string(),
  outcome: z.string(),
  person: z.object({ id: z.string() }).optional(),
})

interface AuditPerson {
  readonly id: string
  readonly name: string
  readonly role: string
}

/** Append-only files: one JSON line per entry, in order, each chained to the one before. */
export interface AuditTrail {
  add(entry: AuditEntry): void
  /**
   * Records that a command is about to act; resolves when that is on the disk. If the program ends before the command's
   * entry, the next start writes one. @returns a function to call when the entry was added
   */
  begin(entry: Omit<AuditEntry, 'outcome'>): Promise<() => void>
  /** The head of the entries on the disk. */
  head(): Promise<AuditHead>
  /**
   * Records a fault of the audit, unless it is recorded already. Numbers continue after `expected`: lost entries stay
   * visible as a gap, and the count does not fall behind the service's anchors.
   */
  record(fault: AuditFault, expected: AuditHead): Promise<void>
  onWritten(listener: (head: AuditHead) => void): void
  /** Writes nothing while the short `task` determines how far the audit has got. */
  whileStill<Value>(task: () => Promise<Value>): Promise<Value>
  /** Resolves when everything added so far is on the disk. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Reasons and names are typed by people, so they may contain a card number. */
const withoutCards = (about: AuditEntry['about']): AuditEntry['about'] =>
  Object.fromEntries(
    Object.entries(about).map(([name, value]) => [
      name,
      typeof value === 'string' && holdsCardData(value) ? '[card data]' : value,
    ]),
  )

export function openAuditTrail(options: {
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Log
  /** Finds the person as named at that time; if there is none, only the id is written. */
  readonly find?: (personId: string) => AuditPerson | null
  /** The counter's present name; empty where it has none. */
  readonly counter?: () => string
  /** Size at which a file is full, in bytes. */
  readonly limit?: number
}): AuditTrail {
  const { path, now, log, find = () => null, counter = () => '', limit = fullAt } = options
  let file: FileHandle | null = null
  let head: AuditHead | null = null
  const recorded = new Set<string>()
  const listeners: ((head: AuditHead) => void)[] = []
  const headFile = jsonFile(auditHeadPath(path), auditHeadSchema, emptyHead)
  const begun = openBegunCommands(path, log)
  const { inTurn, settled } = createTurns()

  /**
   * Continues the chain from the existing lines. Records its faults in it, with the kept head: the next line's head
   * replaces that one, and would remove the sign of a cut-off end. Only the growing file is checked here, to stay fast
   * after years; verify-audit.ts checks all files.
   */
  async function resume(): Promise<AuditHead> {
    const [before, known] = await Promise.all([headBefore(path), keptHead(path)])
    const verifier = verifyChain(known, [], before)
    let number = 0
    const isThere = (await auditFiles(path)).includes(path)
    if (isThere) {
      for await (const { text, cutOff } of linesOf(path)) verifier.add(text, basename(path), ++number, cutOff)
    }
    const report = verifier.end(isThere)
    for (const one of report.recorded) recorded.add(one.fault)
    head = report.head
    const news = report.faults.filter((fault) => !recorded.has(textOf(fault)))
    // Written before the first line: after that, a file without a head means that the head was removed.
    if (known === null && news.length === 0) await headFile.write(head)
    const aside = report.isTorn ? await putTornTailAside(path, head.count + 1) : null
    for (const fault of news) await writeFault(fault, known ?? emptyHead)
    if (aside !== null) await writeTorn(aside)
    await writeInterrupted(await begun.takeLeft())
    return head
  }

  async function writeFault(fault: AuditFault, expected: AuditHead): Promise<void> {
    const last = head ?? (await resume())
    const text = textOf(fault)
    if (recorded.has(text)) return
    recorded.add(text)
    log.error({ ...fault, path }, 'staff.audit_tampered')
    const about = {
      ...{ trouble: text, expected: expected.count, expected_hash: expected.hash, found: last.count },
    }
    const entry = { at: iso(now()), role: null, command: tamperedCommand, about, outcome: 'found' }
    await write(last, entry, Math.max(last.count, expected.count) + 1)
  }

  async function writeInterrupted(left: readonly BegunCommand[]): Promise<void> {
    const unwritten: BegunCommand[] = []
    for (const one of left) if (!(await isWritten(one))) unwritten.push(one)
    for (const one of unwritten) await write(head ?? emptyHead, { ...one, outcome: 'interrupted' })
  }

  /** The program may have ended between writing the entry and removing the begun command. */
  async function isWritten({ at, command, person }: BegunCommand): Promise<boolean> {
    for (const file of [...(await auditFiles(path))].reverse()) {
      for await (const { value } of linesFromEnd(file)) {
        const found = endedSchema.safeParse(value).data
        if (found === undefined) continue
        if (found.at < at && found.outcome !== 'interrupted') return false
        if (found.command === command && found.person?.id === person?.id) return true
      }
    }
    return false
  }

  async function writeTorn(aside: string): Promise<void> {
    log.warn({ path, aside }, 'staff.audit_torn_line')
    const entry = {
      at: iso(now()),
      role: null,
      command: 'audit.torn_line',
      about: { file: aside },
      outcome: 'done',
    }
    await write(head ?? emptyHead, entry)
  }

  function named(as: 'person' | 'approved_by', id: string | null = null): object {
    return id === null ? {} : { [as]: find(id) ?? { id } }
  }

  async function append(entry: object): Promise<void> {
    const last = head ?? (await resume())
    await write(last, entry)
  }

  async function write(last: AuditHead, entry: object, n?: number): Promise<void> {
    // Begins on a new line, even after a partial one.
    const { written, size } = await put('\n', chained(last, entry, n))
    const reached = size >= limit ? await turnOver(written) : written
    for (const listener of listeners) listener(reached)
  }

  /** Puts a line, and its head, on the disk. */
  async function put(
    start: '\n' | '',
    line: Chained,
  ): Promise<{ readonly written: AuditHead; readonly size: number }> {
    if (file === null) {
      await mkdir(dirname(path), { recursive: true })
      file = await open(path, 'a', 0o600)
    }
    const into = file
    try {
      await into.appendFile(`${start}${JSON.stringify(line)}\n`)
      await into.datasync()
    } catch (error) {
      // A full disk leaves a partial line: the next write resumes as after a power cut.
      head = null
      file = null
      await into.close()
      throw error
    }
    head = headOf(line)
    await headFile.write(head)
    return { written: head, size: (await into.stat()).size }
  }

  /** The next file begins with the head of the one before. */
  async function turnOver(last: AuditHead): Promise<AuditHead> {
    await file?.close()
    file = null
    const former = await putFullFileAside(path)
    const about = { file: former, entries: last.count, head: last.hash }
    const entry = { at: iso(now()), role: null, command: 'audit.continued', about, outcome: 'done' }
    const { written } = await put('', chained(last, entry))
    return written
  }

  const repeats = countRepeats(now, (entry, ms) => {
    log.info(
      { ...withoutCards(entry.about), role: entry.role, command: entry.command, outcome: entry.outcome },
      'staff.command',
    )
    const { person_id, approved_by, ...rest } = { ...entry, about: withoutCards(entry.about) }
    const people = { ...named('person', person_id), ...named('approved_by', approved_by) }
    const line = { at: iso(ms), ...(counter() === '' ? {} : { counter: counter() }), ...rest, ...people }
    inTurn(() => append(line)).catch((error) =>
      log.error({ err: error, command: entry.command }, 'staff.audit_write_failed'),
    )
  })

  return {
    add: repeats.add,
    async begin({ person_id, role, command, about }) {
      const who = named('person', person_id)
      const end = await begun.begin({ at: iso(now()), role, command, about: withoutCards(about), ...who })
      // After the entry, which was added before.
      return () => void inTurn(async () => end()).catch(() => undefined)
    },
    head: () => inTurn(async () => head ?? (await resume())),
    record: (fault, expected) => inTurn(() => writeFault(fault, expected)),
    whileStill: inTurn,
    onWritten: (listener) => void listeners.push(listener),
    async flush() {
      repeats.flush()
      await settled()
      await begun.flush()
    },
    async close() {
      repeats.flush()
      await settled()
      await begun.flush()
      await file?.close()
    },
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()
