import type { StaffRole } from '../../src-shared/pos/staff/staff.ts'

/** One thing that somebody with a role did, or tried to do. No PIN, no card data. */
export interface AuditEntry {
  readonly role: StaffRole | null
  /** Who was in when it began, which is not always who is in when it ends; null: nobody. */
  readonly person_id: string | null
  /** Who approved it where somebody was asked to. */
  readonly approved_by?: string | null
  readonly command: string
  /** What it was about, such as the intent; amounts in cents. */
  readonly about: Readonly<Record<string, string | number | boolean>>
  /** What it has changed of the settings. */
  readonly changes?: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>
  /** `done`, or the code of the refusal. */
  readonly outcome: string
}
