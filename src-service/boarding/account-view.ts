import type { Account } from '../../src-shared/api/schemas/account.ts'
import type { BoardingAddress, Company } from '../../src-shared/api/schemas/company.ts'
import { addressLines } from '../../src-shared/boarding/address-lines.ts'
import { currencyOf } from '../accounts/currency.ts'
import type { AccountRow, MerchantDetails } from '../accounts/documents.ts'
import { isoTime } from '../time/clock.ts'

/** Section 2.11. Confidential values are only in the document's masked form. */
export const accountOf = ({ id, created_at, updated_at, document }: AccountRow): Account => ({
  id,
  entity: 'account',
  name: document.name,
  status: document.status,
  payouts_enabled: document.payouts_enabled ?? document.status === 'boarded',
  business_id: document.business_id,
  partner_id: document.partner_id,
  merchant_id: document.merchant_id,
  currency: currencyOf(document),
  location_id: document.location_id ?? null,
  processing_plan_id: document.processing_plan_id ?? null,
  application_id: document.application_id ?? null,
  recruited_by: document.recruited_by ?? null,
  company: document.company ?? null,
  address: document.address ?? null,
  created_at: isoTime(created_at),
  updated_at: isoTime(updated_at),
})

/** Returns the merchant details that receipts print. An unknown detail keeps its former value. */
export function merchantDetails(
  former: MerchantDetails,
  company: Company,
  address: BoardingAddress | undefined,
): MerchantDetails {
  const lines = address === undefined ? former : addressLines(address)
  return {
    dba: company.dba_name || company.legal_name || former.dba,
    address1: lines.address1 || former.address1,
    address2: lines.address2,
    phone: company.phone_number ?? former.phone,
    timezone: company.timezone ?? former.timezone,
  }
}
