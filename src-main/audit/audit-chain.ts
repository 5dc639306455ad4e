import { createHash } from 'node:crypto'
import { memberOf } from '../../src-shared/json-object.ts'
import type { AuditFault, AuditRecordedFault } from '../../src-shared/pos/audit/audit.ts'

/**
 * The audit's lines as a chain: each carries its number and a hash of itself and of the line before, across all files.
 * Changing, removing or inserting a line breaks every hash after it. Cutting off the end is detected by the head, which
 * is kept beside the lines and at the service (audit-anchor.ts).
 */
export interface AuditHead {
  /** Number of the last entry. */
  readonly count: number
  /** Hash of the last entry; zeros if there is none. */
  readonly hash: string
}

export const emptyHead: AuditHead = { count: 0, hash: '0'.repeat(64) }

export interface Chained {
  readonly n: number
  readonly hash: string
}

/** The next line of the chain, as it is written. */
export function chained<Entry extends object>(
  head: AuditHead,
  entry: Entry,
  n = head.count + 1,
): Entry & Chained {
  const body = { ...entry, n }
  return { ...body, hash: hashOf(head.hash, body) }
}

export const headOf = ({ n, hash }: Chained): AuditHead => ({ count: n, hash })

const hashOf = (before: string, body: object): string =>
  createHash('sha256')
    .update(`${before}\n${JSON.stringify(body)}`)
    .digest('hex')

/** A head kept somewhere else, with its time. */
export interface AnchoredHead extends AuditHead {
  readonly at: string
}

export interface AuditReport {
  readonly head: AuditHead
  /** Lines of versions before the chain, whose integrity cannot be verified. */
  readonly unchained: number
  readonly faults: readonly AuditFault[]
  /**
   * A partial line follows the last whole line, as after a power cut: no command was answered by then, and no head,
   * here or at the service, includes it. If one does, it is a fault.
   */
  readonly isTorn: boolean
  /** Faults that earlier starts found and recorded in the chain. */
  readonly recorded: readonly AuditRecordedFault[]
}

/** The command of a line that records a fault; it stays when the chain continues after a cut. */
export const tamperedCommand = 'audit.tampered'

/** Identifies a fault: equal for the same fault, even if its line has moved since. */
export const textOf = (fault: AuditFault): string => {
  const {
    kind,
    file: _file,
    line: _line,
    at: _at,
    ...where
  }: AuditFault & { file?: string; line?: number; at?: string } = fault
  return [kind, ...Object.entries(where).map(([name, value]) => `${name} ${value}`)].join(' ')
}

export interface ChainVerifier {
  /** @param cutOff whether it is the last line, without a line break */
  add(line: string, file: string, number: number, cutOff?: boolean): void
  /** @param isThere whether the file being written to exists, even if it is empty */
  end(isThere: boolean): AuditReport
}

/**
 * @param known the head kept beside the lines; null where there is none
 * @param anchors the heads kept by the service, the oldest first
 * @param start the head before the first line
 */
export function verifyChain(
  known: AuditHead | null,
  anchors: readonly AnchoredHead[] = [],
  start: AuditHead = emptyHead,
): ChainVerifier {
  const faults: AuditFault[] = []
  const recorded: AuditRecordedFault[] = []
  const anchored = new Map(anchors.map((one) => [one.count, one]))
  let head = start
  let unchained = 0
  let isKnownMet = known !== null && known.count <= start.count
  let lastMatching = 0
  let isReplaced = false
  let torn: AuditFault | null = null

  function checkNumber(value: Chained, at: { readonly file: string; readonly line: number }): void {
    const { hash, ...body } = value
    const isWhole = hashOf(head.hash, body) === hash
    const isHole = value.n > head.count + 1 && holeOf(value) === value.n - 1
    if (value.n !== head.count + 1 && !(isHole && isWhole)) {
      faults.push({ kind: 'gap', ...at, expected: head.count + 1, found: value.n })
    } else if (!isWhole) faults.push({ kind: 'changed', entry: value.n, ...at })
  }

  function checkAnchor({ n, hash }: Chained): void {
    const anchor = anchored.get(n)
    if (anchor === undefined) return
    if (anchor.hash === hash) {
      lastMatching = n
      isReplaced = false
    } else if (!isReplaced) {
      // Every anchor after the first different one differs too: it is one fault.
      isReplaced = true
      faults.push({ kind: 'replaced', entry: n, after: lastMatching, at: anchor.at })
    }
  }

  return {
    add(line, file, number, cutOff = false) {
      if (line === '') return
      if (torn !== null) faults.push(torn)
      torn = null
      const at = { file, line: number }
      const value = parsed(line)
      if (value === null) {
        const fault: AuditFault = { kind: 'unreadable', entry: head.count + 1, ...at }
        if (cutOff) torn = fault
        else faults.push(fault)
        return
      }
      if (!isChained(value)) {
        if (head.count === 0) unchained += 1
        else faults.push({ kind: 'changed', entry: head.count + 1, ...at })
        return
      }
      checkNumber(value, at)
      const found = recordedIn(value)
      if (found !== null) recorded.push(found)
      // Continues from the line as found, so that one change is reported once and not for every line after it.
      head = headOf(value)
      checkAnchor(value)
      if (known !== null && head.count === known.count) {
        isKnownMet = true
        if (head.hash !== known.hash) faults.push({ kind: 'not_its_head', entry: head.count, ...at })
      }
    },
    end(isThere) {
      if (known !== null && !isKnownMet) {
        faults.push({ kind: 'cut_off', expected: known.count, found: head.count })
      }
      // Earlier versions kept no head and no chain. A chain's head is written before its file.
      const isChain = head.count > 0 || (isThere && unchained === 0)
      if (known === null && isChain) faults.push({ kind: 'head_missing', found: head.count })
      const newest = anchors.at(-1)
      const isTorn =
        torn !== null && known !== null && known.count <= head.count && (newest?.count ?? 0) <= head.count
      if (torn !== null && !isTorn) faults.push(torn)
      if (newest !== undefined && newest.count > head.count) {
        faults.push({ kind: 'rolled_back', expected: newest.count, found: head.count, at: newest.at })
      }
      return { head, unchained, faults, recorded, isTorn }
    },
  }
}

/** Like `verifyChain`, for one text. */
export function verifyAudit(text: string | null, known: AuditHead | null): AuditReport {
  const verifier = verifyChain(known)
  for (const [index, line] of (text ?? '').split('\n').entries()) verifier.add(line, 'audit.jsonl', index + 1)
  return verifier.end(text !== null)
}

/** The last of the lost entries whose numbers a fault's line leaves out; null for other lines. */
const holeOf = (value: object): number | null => {
  if (Reflect.get(value, 'command') !== tamperedCommand) return null
  const expected = memberOf(memberOf(value, 'about'), 'expected')
  return typeof expected === 'number' ? expected : null
}

function recordedIn(value: Chained): AuditRecordedFault | null {
  if (Reflect.get(value, 'command') !== tamperedCommand) return null
  const at = memberOf(value, 'at')
  const trouble = memberOf(memberOf(value, 'about'), 'trouble')
  return {
    entry: value.n,
    at: typeof at === 'string' ? at : '',
    fault: typeof trouble === 'string' ? trouble : '',
  }
}

function parsed(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}

export const chainedIn = (line: string): Chained | null => {
  const value = parsed(line)
  return value !== null && isChained(value) ? value : null
}

const isChained = (value: object): value is Chained =>
  typeof Reflect.get(value, 'n') === 'number' && typeof Reflect.get(value, 'hash') === 'string'
