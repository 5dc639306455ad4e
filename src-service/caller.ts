/** Levels of a key, highest first (section 5 leaves them open; docs/decisions). */
export const accessLevels = ['tenant_admin', 'partner', 'business', 'account', 'read_only', 'public'] as const
export type AccessLevel = (typeof accessLevels)[number]

/** Who calls, as the key told: the HTTP layer makes it, use cases trust it. */
export interface Caller {
  readonly keyId: string
  readonly tenantId: string
  readonly level: AccessLevel
  /** The account the request works on: x-account-id, or the key's own; checked to be within its reach. */
  readonly accountId: string | null
}
