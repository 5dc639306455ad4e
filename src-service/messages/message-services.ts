import type { Customer } from '../../src-shared/api/schemas/customer.ts'
import type { Language } from '../../src-shared/language.ts'
import type { AccountDocument } from '../accounts/documents.ts'
import type { Postbox } from '../mail/postbox.ts'
import type { Services } from '../services.ts'

export interface MessageServices extends Pick<Services, 'store' | 'accounts' | 'clock' | 'newId' | 'log'> {
  readonly postbox: Postbox
  /** Where payers reach the service, such as https://pay.example.com. */
  readonly publicUrl: () => string
  /** Whether somebody has set that: else nobody's phone reaches it. */
  readonly isPublic: boolean
}

/** For whom a message is sent. */
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

/** What the request says, else what the customer reads, else what this service writes. */
export const languageOf = (
  { postbox }: MessageServices,
  requested: Language | undefined,
  customer: Customer | null,
): Language => requested ?? customer?.locale ?? postbox.language
