import type { AccountStatus } from '../src-shared/api/schemas/account.ts'
import type { Currency } from '../src-shared/currency.ts'

/** Levels of a key, highest first (section 5 leaves them open; docs/decisions). */
export const accessLevels = ['tenant_admin', 'partner', 'business', 'account', 'read_only', 'public'] as const
export type AccessLevel = (typeof accessLevels)[number]

/** What a key is narrowed to (section 5, point 6); null narrows nothing. */
export interface KeyBounds {
  readonly partner_id: string | null
  readonly business_id: string | null
  readonly account_id: string | null
}

/** The session of the portal that a request came by. */
export interface CallerSession {
  readonly id: string
  readonly user_id: string
}

/** Who calls, as identified by the key or the sign-in: the HTTP layer makes it, use cases trust it. */
export interface Caller {
  /** Of a sign-in the user's. */
  readonly keyId: string
  readonly tenantId: string
  readonly level: AccessLevel
  /** Without it a tenant_admin reaches the tenant, any other level nothing. */
  readonly bounds?: KeyBounds
  /** The account the request works on: x-account-id, or the key's own; checked to be within its reach. */
  readonly accountId: string | null
  /** That account, for the request that has one. */
  readonly account?:
    | {
        readonly business_id: string
        readonly partner_id: string | null
        readonly status: AccountStatus
        readonly currency?: Currency
        readonly currency_kept?: true
      }
    | undefined
  /** x-business-id, on the rows that take it; checked to be within the key's reach. */
  readonly businessId?: string
  /** Of a user who is signed in. */
  readonly session?: CallerSession | undefined
}
