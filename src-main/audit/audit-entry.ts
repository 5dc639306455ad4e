import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import type { StaffRole } from '../../src-shared/pos/staff/staff.ts'
import type { Result } from '../../src-shared/result.ts'

/** One action, done or attempted, of a person or role. No PIN, no card data. */
export interface AuditEntry {
  readonly role: StaffRole | null
  /** The person signed in when it began, who may differ from the one at its end; null: none. */
  readonly person_id: string | null
  /** The approver, where an approval was needed. */
  readonly approved_by?: string | null
  readonly command: string
  /** The subject, such as the intent; amounts in cents. */
  readonly about: Readonly<Record<string, string | number | boolean>>
  /** The settings it changed. */
  readonly changes?: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>
  /** `done`, or the code of the refusal. */
  readonly outcome: string
}

export const outcomeOf = (result: Result<unknown, CommandRefusal>): string =>
  result.ok ? 'done' : result.error.code
