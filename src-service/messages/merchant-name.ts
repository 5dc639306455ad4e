import type { AccountDocument } from '../accounts/documents.ts'
import { oneLine } from '../mail/one-line.ts'

/**
 * Returns the merchant's name for messages. Never the name that a POS set for a receipt (receipt_dba): no one may send
 * messages from our address in another merchant's name.
 */
export const merchantName = ({ merchant, name }: Pick<AccountDocument, 'merchant' | 'name'>): string =>
  oneLine(merchant.dba) || oneLine(name)
