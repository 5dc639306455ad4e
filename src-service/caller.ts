import type { AccountStatus } from '../src-shared/api/schemas/account.ts'
import type { Currency } from '../src-shared/currency.ts'

/** Levels of a key, highest first (section 5 does not define them; docs/decisions/0016). */
export const accessLevels = ['tenant_admin', 'partner', 'business', 'account', 'read_only', 'public'] as const
export type AccessLevel = (typeof accessLevels)[number]

/** The restrictions of a key (section 5, point 6); null does not restrict. */
export interface KeyBounds {
  readonly partner_id: string | null
  readonly business_id: string | null
  readonly account_id: string | null
}

/** The portal session of a request. */
export interface CallerSession {
  readonly id: string
  readonly user_id: string
}

/** The caller, as identified by the key or the sign-in: created by the HTTP layer, trusted by use cases. */
export interface Caller {
  /** For a sign-in, the user's id. */
  readonly keyId: string
  readonly tenantId: string
  readonly level: AccessLevel
  /** If absent, a tenant_admin reaches the whole tenant, and any other level nothing. */
  readonly bounds?: KeyBounds
  /** The account of the request: x-account-id, or the key's own; checked to be within its reach. */
  readonly accountId: string | null
  /** The data of that account, if the request has one. */
  readonly account?:
    | {
        readonly business_id: string
        readonly partner_id: string | null
        readonly status: AccountStatus
        readonly currency?: Currency
        readonly currency_kept?: true
      }
    | undefined
  /** x-business-id, on operations that accept it; checked to be within the key's reach. */
  readonly businessId?: string
  /** Set for a signed-in user. */
  readonly session?: CallerSession | undefined
}
