import { createHash } from 'node:crypto'

/**
 * The audit's lines as a chain: each carries its number and a hash of itself and of the line before. Whoever changes,
 * removes or inserts a line breaks every hash after it; whoever cuts the end off is found out by the head, which is kept
 * beside (and which anybody may write down).
 */
export interface AuditHead {
  /** Lines of the chain so far. */
  readonly count: number
  /** Of the last one; that of nothing where there is none. */
  readonly hash: string
}

export const emptyHead: AuditHead = { count: 0, hash: '0'.repeat(64) }

interface Chained {
  readonly n: number
  readonly hash: string
}

/** The next line of the chain, as it is written. */
export function chained<Entry extends object>(head: AuditHead, entry: Entry): Entry & Chained {
  const n = head.count + 1
  const body = { ...entry, n }
  return { ...body, hash: hashOf(head.hash, body) }
}

export const headOf = ({ n, hash }: Chained): AuditHead => ({ count: n, hash })

const hashOf = (before: string, body: object): string =>
  createHash('sha256')
    .update(`${before}\n${JSON.stringify(body)}`)
    .digest('hex')

/** What is wrong with an audit file; `line` counts from 1. */
type AuditTrouble =
  | { readonly kind: 'unreadable'; readonly line: number }
  /** The line was changed, or one before it was. */
  | { readonly kind: 'changed'; readonly line: number }
  /** Numbers are missing, or come again. */
  | { readonly kind: 'gap'; readonly line: number; readonly expected: number; readonly found: number }
  /** The end is missing: the head that was kept is of a later line. */
  | { readonly kind: 'cut_off'; readonly expected: number; readonly found: number }
  /** Another file is in its place: it has as many lines as the head, and other ones. */
  | { readonly kind: 'replaced'; readonly line: number }
  /** The head that is kept beside the file is gone, or of another form. */
  | { readonly kind: 'head_missing'; readonly found: number }

interface AuditReport {
  readonly head: AuditHead
  /** Lines of versions before the chain; nothing vouches for them. */
  readonly unchained: number
  readonly troubles: readonly AuditTrouble[]
  /** What earlier starts found, and wrote into the chain. */
  readonly recorded: readonly { readonly line: number; readonly trouble: string }[]
}

/** The command of the line that says what was found; it stays when the chain goes on after a cut. */
export const tamperedCommand = 'audit.tampered'

/** The same each time that the same is found. */
export const textOf = ({ kind, ...where }: AuditTrouble): string =>
  [kind, ...Object.entries(where).map(([name, value]) => `${name} ${value}`)].join(' ')

/**
 * @param text null where there is no file
 * @param known the head that was kept; null where there is none
 */
export function verifyAudit(text: string | null, known: AuditHead | null): AuditReport {
  const troubles: AuditTrouble[] = []
  const recorded: { line: number; trouble: string }[] = []
  let head = emptyHead
  let unchained = 0
  let atKnown: string | null = known?.count === 0 ? emptyHead.hash : null
  for (const [index, line] of (text ?? '').split('\n').entries()) {
    if (line === '') continue
    const value = parsed(line)
    if (value === null) {
      troubles.push({ kind: 'unreadable', line: index + 1 })
      continue
    }
    if (!isChained(value)) {
      if (head.count === 0) unchained += 1
      else troubles.push({ kind: 'changed', line: index + 1 })
      continue
    }
    const { hash, ...body } = value
    if (value.n !== head.count + 1) {
      troubles.push({ kind: 'gap', line: index + 1, expected: head.count + 1, found: value.n })
    } else if (hashOf(head.hash, body) !== hash) troubles.push({ kind: 'changed', line: index + 1 })
    const trouble = recordedIn(value)
    if (trouble !== null) recorded.push({ line: index + 1, trouble })
    // On from what stands there: one change is named once, and not as a change of every line after it.
    head = headOf(value)
    if (known !== null && head.count === known.count) {
      atKnown = hash
      if (hash !== known.hash) troubles.push({ kind: 'replaced', line: index + 1 })
    }
  }
  if (known !== null && atKnown === null) {
    troubles.push({ kind: 'cut_off', expected: known.count, found: head.count })
  }
  // Earlier versions kept no head, and chained nothing. A chain's head is there before its file.
  if (known === null && text !== null && (head.count > 0 || unchained === 0)) {
    troubles.push({ kind: 'head_missing', found: head.count })
  }
  return { head, unchained, troubles, recorded }
}

function recordedIn(value: object): string | null {
  if (Reflect.get(value, 'command') !== tamperedCommand) return null
  const about: unknown = Reflect.get(value, 'about')
  const trouble: unknown = typeof about === 'object' && about !== null ? Reflect.get(about, 'trouble') : null
  return typeof trouble === 'string' ? trouble : ''
}

function parsed(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}

const isChained = (value: object): value is Chained =>
  typeof Reflect.get(value, 'n') === 'number' && typeof Reflect.get(value, 'hash') === 'string'
