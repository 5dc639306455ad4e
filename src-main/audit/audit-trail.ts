import { basename } from 'node:path'
import { holdsCardData } from '../../src-shared/payments/card-data.ts'
import type { AuditFault } from '../../src-shared/pos/audit/audit.ts'
import { createTurns } from '../async/in-turn.ts'
import type { Log } from '../log.ts'
import { type AuditHead, emptyHead, tamperedCommand, textOf, verifyChain } from './audit-chain.ts'
import type { AuditEntry } from './audit-entry.ts'
import { auditFiles, fullAt, headBefore, keptHead, linesOf, putTornTailAside } from './audit-files.ts'
import { countRepeats } from './audit-repeats.ts'
import { openBegunCommands } from './begun-commands.ts'
import { openChainedFile } from './chained-file.ts'
import { interruptedOf } from './interrupted.ts'

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
  const at = () => iso(now())
  const file = openChainedFile({ path, limit, at })
  const recorded = new Set<string>()
  const listeners: ((head: AuditHead) => void)[] = []
  const begun = openBegunCommands(path, log)
  const { inTurn, settled } = createTurns()

  /**
   * Continues the chain from the existing lines. Records its faults in it, with the kept head: the next line's head
   * replaces that one, and would remove the sign of a cut-off end. Only the growing file is checked here, to stay fast
   * after years; verify-audit.ts checks all files.
   */
  async function resume(): Promise<void> {
    const [before, known] = await Promise.all([headBefore(path), keptHead(path)])
    const verifier = verifyChain(known, [], before)
    let number = 0
    const isThere = (await auditFiles(path)).includes(path)
    if (isThere) {
      for await (const { text, cutOff } of linesOf(path)) verifier.add(text, basename(path), ++number, cutOff)
    }
    const report = verifier.end(isThere)
    for (const one of report.recorded) recorded.add(one.fault)
    file.resumeFrom(report.head)
    const news = report.faults.filter((fault) => !recorded.has(textOf(fault)))
    // Written before the first line: after that, a file without a head means that the head was removed.
    if (known === null && news.length === 0) await file.keepHead()
    const aside = report.isTorn ? await putTornTailAside(path, report.head.count + 1) : null
    for (const fault of news) await writeFault(fault, known ?? emptyHead)
    if (aside !== null) await writeTorn(aside)
    for (const one of await interruptedOf(path, await begun.takeLeft())) {
      await write({ ...one, outcome: 'interrupted' })
    }
  }

  async function headNow(): Promise<AuditHead> {
    if (file.mustResume()) await resume()
    return file.head()
  }

  async function writeFault(fault: AuditFault, expected: AuditHead): Promise<void> {
    const last = await headNow()
    const text = textOf(fault)
    if (recorded.has(text)) return
    recorded.add(text)
    log.error({ ...fault, path }, 'staff.audit_tampered')
    const about = {
      trouble: text,
      expected: expected.count,
      expected_hash: expected.hash,
      found: last.count,
    }
    const entry = { at: at(), role: null, command: tamperedCommand, about, outcome: 'found' }
    await write(entry, Math.max(last.count, expected.count) + 1)
  }

  async function writeTorn(aside: string): Promise<void> {
    log.warn({ path, aside }, 'staff.audit_torn_line')
    const entry = {
      at: at(),
      role: null,
      command: 'audit.torn_line',
      about: { file: aside },
      outcome: 'done',
    }
    await write(entry)
  }

  function named(as: 'person' | 'approved_by', id: string | null = null): object {
    return id === null ? {} : { [as]: find(id) ?? { id } }
  }

  async function write(entry: object, n?: number): Promise<void> {
    await file.append(entry, n)
    for (const listener of listeners) listener(file.head())
  }

  const repeats = countRepeats(now, (entry, ms) => {
    log.info(
      { ...withoutCards(entry.about), role: entry.role, command: entry.command, outcome: entry.outcome },
      'staff.command',
    )
    const { person_id, approved_by, ...rest } = { ...entry, about: withoutCards(entry.about) }
    const people = { ...named('person', person_id), ...named('approved_by', approved_by) }
    const line = { at: iso(ms), ...(counter() === '' ? {} : { counter: counter() }), ...rest, ...people }
    inTurn(async () => {
      await headNow()
      await write(line)
    }).catch((error) => log.error({ err: error, command: entry.command }, 'staff.audit_write_failed'))
  })

  return {
    add: repeats.add,
    async begin({ person_id, role, command, about }) {
      const who = named('person', person_id)
      const end = await begun.begin({ at: at(), role, command, about: withoutCards(about), ...who })
      // After the entry, which was added before.
      return () => void inTurn(async () => end()).catch(() => undefined)
    },
    head: () => inTurn(headNow),
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
      await file.close()
    },
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()
