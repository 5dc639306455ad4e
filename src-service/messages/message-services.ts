import type { Customer } from '../../src-shared/api/schemas/customer.ts'
import type { Language } from '../../src-shared/language.ts'
import type { AccountDocument } from '../accounts/documents.ts'
import type { Postbox } from '../mail/postbox.ts'
import type { Services } from '../services.ts'

export interface MessageServices extends Pick<Services, 'store' | 'accounts' | 'clock' | 'newId' | 'log'> {
  readonly postbox: Postbox
  /** Base URL at which payers reach the service, such as https://pay.example.com. */
  readonly publicUrl: () => string
  /** Whether that URL was configured. If not, phones cannot reach the service. */
  readonly isPublic: boolean
}

/** The account for which a message is sent. */
export interface Sender {
  readonly tenantId: string
  readonly accountId: string
}

export async function senderAccount(
  { accounts }: MessageServices,
  { accountId }: Sender,
): Promise<AccountDocument> {
  const account = await accounts.account(accountId)
  if (account === null) throw new Error(`account ${accountId} of a request that was let in is missing`)
  return account.document
}

export async function customerOf(
  { store }: MessageServices,
  { tenantId }: Sender,
  id: string | null,
): Promise<Customer | null> {
  return id === null ? null : ((await store.get<Customer>('customer', tenantId, id))?.document ?? null)
}

/** Returns the requested language, else the customer's, else the default of the service. */
export const languageOf = (
  { postbox }: MessageServices,
  requested: Language | undefined,
  customer: Customer | null,
): Language => requested ?? customer?.locale ?? postbox.language
