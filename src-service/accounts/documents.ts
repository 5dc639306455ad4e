import type { AccountStatus } from '../../src-shared/api/schemas/account.ts'
import type { Business } from '../../src-shared/api/schemas/business.ts'
import type { BoardingAddress, Company } from '../../src-shared/api/schemas/company.ts'
import type { Currency } from '../../src-shared/currency.ts'
import type { AccessLevel, KeyBounds } from '../caller.ts'
import type { Row } from '../store/store.ts'
import type { Sealed } from '../vault/sealed.ts'

/**
 * A tenant runs the accounts of the service. A business has accounts. An account takes payments, and terminals know it
 * by its merchant id. None of these rows belongs to an account, so their account_id is ''.
 */
export interface TenantDocument {
  readonly name: string
  /** Set on the tenant that a first start makes, so that nodes that start at once make only one. */
  readonly origin?: 'first_start'
}

/** Section 2.11. A field that is absent in a business from before boarding counts as null. */
export interface BusinessDocument
  extends Partial<Omit<Business, 'id' | 'entity' | 'name' | 'created_at' | 'updated_at'>> {
  readonly tenant_id: string
  readonly name: string
}

export type BusinessRow = Row<BusinessDocument>

/** The merchant details on a receipt (section 2.10). */
export interface MerchantDetails {
  /** The trade name ("doing business as"). */
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
  /** The plan by which it pays for processing; without one it pays nothing. */
  readonly processing_plan_id?: string | null
  readonly payouts_enabled?: boolean
  /** Absent: US dollars. Read it only with currencyOf. */
  readonly currency?: Currency
  /** Set once money was to move: the currency is final (kept-currency.ts). Absent in older rows, even if charged. */
  readonly currency_kept?: true
  readonly location_id?: string | null
  readonly application_id?: string | null
  readonly recruited_by?: string | null
  /** The ein is masked; the full one is in `sealed`. */
  readonly company?: Company | null
  readonly address?: BoardingAddress | null
  /** The confidential details, sealed by the vault (boarding/confidential.ts). */
  readonly sealed?: Sealed | null
}
export type AccountRow = Row<AccountDocument>

/** The maker of an object that acts on the maker's behalf; absent in older rows. */
export interface Made {
  /** The user who made it while signed in, or with a key that the user had made; null if no user did. */
  readonly made_by?: string | null
  /** The key that it was made with; null if there was none. */
  readonly made_with?: string | null
}

/** An API key. Only its hash is stored. */
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
