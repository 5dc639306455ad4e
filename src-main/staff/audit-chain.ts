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

const emptyHead: AuditHead = { count: 0, hash: '0'.repeat(64) }

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

interface AuditReport {
  readonly head: AuditHead
  /** Lines of versions before the chain; nothing vouches for them. */
  readonly unchained: number
  readonly troubles: readonly AuditTrouble[]
}

/** @param known the head that was kept elsewhere; null where there is none */
export function verifyAudit(text: string, known: AuditHead | null): AuditReport {
  const troubles: AuditTrouble[] = []
  let head = emptyHead
  let unchained = 0
  let atKnown: string | null = known?.count === 0 ? emptyHead.hash : null
  for (const [index, line] of text.split('\n').entries()) {
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
  return { head, unchained, troubles }
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
