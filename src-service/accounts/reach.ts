import type { AccountDocument, AccountRow, ApiKeyDocument } from './documents.ts'

/** Whether a key may see and change this account at all (section 5, point 6). */
export const reaches = (key: ApiKeyDocument, account: AccountRow): boolean =>
  key.tenant_id === account.document.tenant_id &&
  within(key.account_id, account.id) &&
  within(key.business_id, account.document.business_id) &&
  within(key.partner_id, account.document.partner_id)

const within = (bound: string | null, actual: AccountDocument['partner_id']): boolean =>
  bound === null || bound === actual
