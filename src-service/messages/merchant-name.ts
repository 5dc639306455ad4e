import type { AccountDocument } from '../accounts/documents.ts'
import { oneLine } from '../mail/one-line.ts'

/**
 * Whose message it is. Never the name that a POS gave a receipt (receipt_dba): nobody may write in another's name from
 * our address.
 */
export const merchantName = ({ merchant, name }: Pick<AccountDocument, 'merchant' | 'name'>): string =>
  oneLine(merchant.dba) || oneLine(name)
