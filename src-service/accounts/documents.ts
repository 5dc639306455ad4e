import type { AccountStatus } from '../../src-shared/api/schemas/account.ts'
import type { Business } from '../../src-shared/api/schemas/business.ts'
import type { BoardingAddress, Company } from '../../src-shared/api/schemas/company.ts'
import type { Currency } from '../../src-shared/currency.ts'
import type { AccessLevel, KeyBounds } from '../caller.ts'
import type { Row } from '../store/store.ts'
import type { Sealed } from '../vault/sealed.ts'

/**
 * Who is who: a tenant runs the service's accounts; a business holds accounts; an account takes payments and is
 * known to the terminals by its merchant id. None of these rows is owned by an account: their account_id is ''.
 */
export interface TenantDocument {
  readonly name: string
  /** Set on the one that a start makes by itself: nodes that start at once make it once. */
  readonly origin?: 'first_start'
}

/** Section 2.11. What is absent of one made before boarding is null. */
export interface BusinessDocument
  extends Partial<Omit<Business, 'id' | 'entity' | 'name' | 'created_at' | 'updated_at'>> {
  readonly tenant_id: string
  readonly name: string
}

export type BusinessRow = Row<BusinessDocument>

/** What a receipt prints of the merchant (section 2.10). */
export interface MerchantDetails {
  /** The name on the sign over the door. */
  readonly dba: string
  readonly address1: string
  readonly address2: string
  readonly phone: string
  /** IANA name; receipts carry the merchant's local time. */
  readonly timezone: string
}

export interface AccountDocument {
  readonly tenant_id: string
  readonly partner_id: string | null
  readonly business_id: string
  readonly merchant_id: string
  readonly name: string
  readonly status: AccountStatus
  readonly merchant: MerchantDetails
  /** What it pays for processing; without one it pays nothing. */
  readonly processing_plan_id?: string | null
  readonly payouts_enabled?: boolean
  /** Absent: US dollars. Never read but by currencyOf. */
  readonly currency?: Currency
  /** Money was to move in it: it cannot change any more (kept-currency.ts). Absent in rows of before, whatever they charged. */
  readonly currency_kept?: true
  readonly location_id?: string | null
  readonly application_id?: string | null
  readonly recruited_by?: string | null
  /** Its ein is masked: the whole one is in `sealed`. */
  readonly company?: Company | null
  readonly address?: BoardingAddress | null
  /** What the vault keeps of it (boarding/sealed-details.ts). */
  readonly sealed?: Sealed | null
}
export type AccountRow = Row<AccountDocument>

/** Who made something that acts for whoever made it; absent in rows of before. */
export interface Made {
  /** The user who made it by a sign-in, or by a key that the user had made; null for nobody's. */
  readonly made_by?: string | null
  /** The key that it was made with; null where that was none. */
  readonly made_with?: string | null
}

/** A key is kept as a hash only. */
export interface ApiKeyDocument extends KeyBounds, Made {
  readonly tenant_id: string
  readonly level: AccessLevel
  readonly name: string
  /** SHA-256 of the key, hexadecimal. */
  readonly hash: string
  /** The last four characters, so that people can distinguish keys. */
  readonly hint: string
  /** Milliseconds since the epoch. */
  readonly revoked_at: number | null
}

/** The account_id of rows that no account owns. */
export const noAccount = ''
