import type { Sealed } from '../vault/sealed.ts'
import type { Vault } from '../vault/vault.ts'

/** Tax, birth and bank data by the path of their field, such as `company.ein`: only the vault has them whole. */
export type Confidential = Readonly<Record<string, string>>

const purposeOf = (ownerId: string): string => `boarding of ${ownerId}`

/** @param ownerId of the account or application: sealed details that are moved to another one do not open */
export const sealDetails = (
  vault: Pick<Vault, 'sealText'>,
  ownerId: string,
  details: Confidential,
): Sealed | null =>
  Object.keys(details).length === 0 ? null : vault.sealText(JSON.stringify(details), purposeOf(ownerId))

/** @throws when they were changed, or belong to another owner */
export const openDetails = (
  vault: Pick<Vault, 'openText'>,
  ownerId: string,
  sealed: Sealed | null | undefined,
): Confidential => (sealed == null ? {} : JSON.parse(vault.openText(sealed, purposeOf(ownerId))))

/** The same, sealed by the key that seals now. */
export const resealDetails = (vault: Pick<Vault, 'resealText'>, ownerId: string, sealed: Sealed): Sealed =>
  vault.resealText(sealed, purposeOf(ownerId))

/** What is shown of a number: its last four digits, and never more than half of it. */
export function maskedNumber(digits: string): string {
  const shown = Math.min(4, Math.floor(digits.length / 2))
  return `*****${digits.slice(digits.length - shown)}`
}

const filePurpose = (fileId: string): string => `file ${fileId}`

/** A file that was uploaded, bound to its own id. @param content base64 */
export const sealFile = (vault: Pick<Vault, 'sealText'>, fileId: string, content: string): Sealed =>
  vault.sealText(content, filePurpose(fileId))
/** @throws when it was changed, or belongs to another id */
export const openFile = (vault: Pick<Vault, 'openText'>, fileId: string, sealed: Sealed): string =>
  vault.openText(sealed, filePurpose(fileId))
export const resealFile = (vault: Pick<Vault, 'resealText'>, fileId: string, sealed: Sealed): Sealed =>
  vault.resealText(sealed, filePurpose(fileId))
