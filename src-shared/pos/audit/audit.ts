interface LineOfAudit {
  /** The file's name, and the line in it, from 1. */
  readonly file: string
  readonly line: number
}

/** What is wrong with a counter's audit. Entries are numbered from 1, through all files. */
export type AuditFault =
  /** A line is no entry. */
  | ({ readonly kind: 'unreadable'; readonly entry: number } & LineOfAudit)
  /** The entry was changed, or one before it was. */
  | ({ readonly kind: 'changed'; readonly entry: number } & LineOfAudit)
  /** Entries are missing, or come again. */
  | ({ readonly kind: 'gap'; readonly expected: number; readonly found: number } & LineOfAudit)
  /** The end is missing: the head that lies beside it is of a later entry. */
  | { readonly kind: 'cut_off'; readonly expected: number; readonly found: number }
  /** Another file is in its place: the head that lies beside it is of another entry of this number. */
  | ({ readonly kind: 'not_its_head'; readonly entry: number } & LineOfAudit)
  /** The head that is kept beside the file is gone, or of another form. */
  | { readonly kind: 'head_missing'; readonly found: number }
  /** The service knows of later entries: all files are of before, or (`found` 0) gone. `at`: when it got to know. */
  | { readonly kind: 'rolled_back'; readonly expected: number; readonly found: number; readonly at: string }
  /** The service knows another entry of this number: something after the entry `after` was written anew. */
  | { readonly kind: 'replaced'; readonly entry: number; readonly after: number; readonly at: string }
  /** The service was sent an entry in this counter's name that contradicts what it keeps, and refused it. */
  | { readonly kind: 'contradicted'; readonly entry: number; readonly at: string }

/** What an earlier start of the counter found, and wrote down as an entry. */
export interface AuditRecordedFault {
  readonly entry: number
  readonly at: string
  readonly fault: string
}

/**
 * Against what an audit was held: `compared` with the heads that the service keeps; there are `none` of this counter; the
 * service keeps none for anybody (`unsupported`); it gave `no_answer`; or it was `not_asked`.
 */
export type AuditAnchorState = 'compared' | 'none' | 'unsupported' | 'no_answer' | 'not_asked'

export interface AuditVerification {
  readonly entries: number
  /** Entries of versions before the chain; nothing vouches for them. */
  readonly unchained: number
  readonly files: number
  readonly anchor: AuditAnchorState
  /** How many heads it was compared with, and when the newest was made; null where there is none. */
  readonly anchors: number
  readonly anchored_at: string | null
  readonly faults: readonly AuditFault[]
  readonly recorded: readonly AuditRecordedFault[]
}

interface AuditPersonName {
  readonly id: string
  readonly name?: string | undefined
}

/** An entry as it is shown. */
export interface AuditRecord {
  readonly n: number
  readonly at: string
  readonly counter?: string | undefined
  readonly role: string | null
  readonly person?: AuditPersonName | undefined
  readonly approved_by?: AuditPersonName | undefined
  readonly command: string
  readonly about: Readonly<Record<string, string | number | boolean | null>>
  readonly changes?:
    | Readonly<Record<string, { readonly before?: unknown; readonly after?: unknown }>>
    | undefined
  readonly outcome: string
  /** So many more of the same followed at once. */
  readonly repeated?: number | undefined
}

export interface AuditPage {
  readonly entries: readonly AuditRecord[]
  /** Where the next page begins; null at the end. A page may have no entry that fits, and not be the last. */
  readonly next: number | null
  /** Files of the audit that are not there, or cannot be read: what was in them is not shown. */
  readonly missing: readonly string[]
}
