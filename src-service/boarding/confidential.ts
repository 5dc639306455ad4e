import type { Sealed } from '../vault/sealed.ts'
import type { Vault } from '../vault/vault.ts'

/** Tax, birth and bank data by the path of their field, such as `company.ein`. Only the vault has the full values. */
export type Confidential = Readonly<Record<string, string>>

const purposeOf = (ownerId: string): string => `boarding of ${ownerId}`

/** @param ownerId id of the account or application; sealed details that are moved to another one cannot be opened */
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

/** Seals the details again with the current key. */
export const resealDetails = (vault: Pick<Vault, 'resealText'>, ownerId: string, sealed: Sealed): Sealed =>
  vault.resealText(sealed, purposeOf(ownerId))

/** Masks a number: shows its last four digits, but at most half of it. */
export function maskedNumber(digits: string): string {
  const shown = Math.min(4, Math.floor(digits.length / 2))
  return `*****${digits.slice(digits.length - shown)}`
}

const filePurpose = (fileId: string): string => `file ${fileId}`

/** Seals an uploaded file and binds it to its id. @param content base64 */
export const sealFile = (vault: Pick<Vault, 'sealText'>, fileId: string, content: string): Sealed =>
  vault.sealText(content, filePurpose(fileId))
/** @throws when it was changed, or belongs to another id */
export const openFile = (vault: Pick<Vault, 'openText'>, fileId: string, sealed: Sealed): string =>
  vault.openText(sealed, filePurpose(fileId))
export const resealFile = (vault: Pick<Vault, 'resealText'>, fileId: string, sealed: Sealed): Sealed =>
  vault.resealText(sealed, filePurpose(fileId))
