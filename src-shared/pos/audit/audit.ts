interface LineOfAudit {
  /** The file's name and the line in it, starting at 1. */
  readonly file: string
  readonly line: number
}

/** A fault of a counter's audit log. Entries are numbered from 1 across all files. */
export type AuditFault =
  /** A line is not an entry. */
  | ({ readonly kind: 'unreadable'; readonly entry: number } & LineOfAudit)
  /** This entry or an earlier one was changed. */
  | ({ readonly kind: 'changed'; readonly entry: number } & LineOfAudit)
  /** Entries are missing or repeated. */
  | ({ readonly kind: 'gap'; readonly expected: number; readonly found: number } & LineOfAudit)
  /** The end is missing: the head stored beside the file belongs to a later entry. */
  | { readonly kind: 'cut_off'; readonly expected: number; readonly found: number }
  /** The file was replaced: the head stored beside it belongs to another entry with this number. */
  | ({ readonly kind: 'not_its_head'; readonly entry: number } & LineOfAudit)
  /** The head stored beside the file is missing or invalid. */
  | { readonly kind: 'head_missing'; readonly found: number }
  /** The service knows later entries: all files are older, or (`found` 0) missing. `at`: when it received them. */
  | { readonly kind: 'rolled_back'; readonly expected: number; readonly found: number; readonly at: string }
  /** The service knows another entry of this number: something after the entry `after` was rewritten. */
  | { readonly kind: 'replaced'; readonly entry: number; readonly after: number; readonly at: string }
  /** The service refused an entry in this counter's name that contradicts the one it keeps. */
  | { readonly kind: 'contradicted'; readonly entry: number; readonly at: string }

/** A fault that an earlier start of the counter found and recorded as an entry. */
export interface AuditRecordedFault {
  readonly entry: number
  readonly at: string
  readonly fault: string
}

/**
 * What the audit log was compared with: `compared`: the heads that the service keeps; `none`: it has none of this
 * counter; `unsupported`: it keeps none at all; `no_answer`; or `not_asked`.
 */
export type AuditAnchorState = 'compared' | 'none' | 'unsupported' | 'no_answer' | 'not_asked'

export interface AuditVerification {
  readonly entries: number
  /** Entries of versions before the chain, which nothing proves. */
  readonly unchained: number
  readonly files: number
  readonly anchor: AuditAnchorState
  /** Number of heads that were compared, and when the newest was made; null if there is none. */
  readonly anchors: number
  readonly anchored_at: string | null
  readonly faults: readonly AuditFault[]
  readonly recorded: readonly AuditRecordedFault[]
}

interface AuditPersonName {
  readonly id: string
  readonly name?: string | undefined
}

/** An entry for display. */
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
  /** How many more of the same followed directly. */
  readonly repeated?: number | undefined
}

export interface AuditPage {
  readonly entries: readonly AuditRecord[]
  /** Where the next page starts; null at the end. A page may have no matching entry and still not be the last. */
  readonly next: number | null
  /** Audit files that are missing or unreadable, so that their entries are not shown. */
  readonly missing: readonly string[]
}
