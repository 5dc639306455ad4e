import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { idPrefixes } from '../../src-shared/ids.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { AccountDirectory } from '../accounts/directory.ts'
import { type ApplicantLink, isOpenedBy } from '../boarding/applicant-link.ts'
import type { ApplicationDocument } from '../boarding/applications/documents.ts'
import type { Caller } from '../caller.ts'
import { noPage } from '../checkout/load-page.ts'
import type { Clock } from '../clock.ts'
import { type ContractorApplicationDocument, contractorLink } from '../contractors/documents.ts'
import { holderOf } from '../payment-methods/proven-intent.ts'
import type { Store } from '../store/store.ts'
import { addressGroup } from './address-group.ts'
import { createTokenBuckets } from './token-buckets.ts'

/** Lets in whoever has the secret of what the path names: the payer at the hosted page, who has no key. */
export interface PayerGate {
  admit(request: PayerRequest): Promise<Result<Caller & { readonly accountId: string }, ServiceError>>
}

export interface PayerRequest {
  /** Of the operation, such as `/checkout_pages/{id}/pay`. */
  readonly path: string
  readonly id: unknown
  /** x-client-secret. */
  readonly secret: unknown
  readonly address: string
}

/** What there are pages of. */
const kindsOfPages = {
  '/application_pages/': ['application'],
  '/contractor_application_pages/': ['contractor_application'],
  // A payment intent has no page of its own.
  '/checkout_pages/': ['checkout_session', 'payment_method_intent'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof idPrefixes)[]>>

/** Whether an id is of what the operation's page shows. */
const hasPage = (path: string, id: string): boolean =>
  Object.entries(kindsOfPages).some(
    ([folder, kinds]) =>
      path.startsWith(folder) && kinds.some((kind) => id.startsWith(`${idPrefixes[kind]}_`)),
  )

/** Wrong secrets of one address, a shop's or an office's: a burst, then one in five seconds. Right ones always pass. */
const wrongSecrets = { capacity: 100, perSecond: 0.2 }
/** Of one page: several people with several tabs that ask every few seconds. */
const ofPage = { capacity: 240, perSecond: 10 }

/** @param now milliseconds of a steady clock. */
export function createPayerGate(
  {
    store,
    accounts,
    clock,
  }: {
    readonly store: Pick<Store, 'find'>
    readonly accounts: AccountDirectory
    readonly clock: Pick<Clock, 'verified'>
  },
  now: () => number,
): PayerGate {
  const guesses = createTokenBuckets(wrongSecrets, now)
  const pages = createTokenBuckets(ofPage, now)
  return {
    async admit({ path, id, secret, address }) {
      const isOfPath =
        typeof secret === 'string' && hasPage(path, String(id)) && secret.startsWith(`${String(id)}_secret_`)
      const link = isOfPath ? await linkOf(store, String(id)) : null
      if (isOfPath && link !== null) {
        const applicant = admitApplicant(link, secret, clock.verified())
        if (applicant !== null) {
          const { secondsToWait } = pages.take(applicant.keyId)
          return secondsToWait > 0 ? err(tooMany('requests of this page', secondsToWait)) : ok(applicant)
        }
      }
      const holder = isOfPath ? await holderOf(store, secret) : null
      if (holder === null) {
        const { secondsToWait } = guesses.take(addressGroup(address))
        return err(secondsToWait > 0 ? tooMany('links that are not right', secondsToWait) : noPage)
      }
      const { account_id, id: keyId } = holder.row
      const page = pages.take(keyId)
      if (page.secondsToWait > 0) return err(tooMany('requests of this page', page.secondsToWait))
      const account = await accounts.account(account_id)
      if (account === null) return err(noPage)
      const bounds = { partner_id: null, business_id: null, account_id }
      return ok({
        keyId,
        tenantId: account.document.tenant_id,
        level: 'public',
        bounds,
        accountId: account_id,
        account: account.document,
      })
    },
  }
}

/** The link that an applicant got, and whose it is. */
interface KnownLink {
  readonly id: string
  readonly tenantId: string
  readonly link: ApplicantLink | null
}

/** @returns null for what no applicant's link can lead to */
async function linkOf(store: Pick<Store, 'find'>, id: string): Promise<KnownLink | null> {
  if (id.startsWith(`${idPrefixes.application}_`)) {
    const row = await store.find<ApplicationDocument>('application', id)
    return row === null ? null : { id, tenantId: row.document.tenant_id, link: row.document.link }
  }
  if (id.startsWith(`${idPrefixes.contractor_application}_`)) {
    const row = await store.find<ContractorApplicationDocument>('contractor_application', id)
    return row === null ? null : { id, tenantId: row.account_id, link: contractorLink(row.document) }
  }
  return null
}

/** @returns null for a link that is wrong, replaced or expired. The caller reaches nothing by a key's rules. */
function admitApplicant(
  { id, tenantId, link }: KnownLink,
  secret: string,
  now: number,
): (Caller & { readonly accountId: string }) | null {
  if (!isOpenedBy(link, id, secret, now)) return null
  const bounds = { partner_id: null, business_id: null, account_id: '' }
  return { keyId: id, tenantId, level: 'public', bounds, accountId: '' }
}

const tooMany = (what: string, retryAfter: number): ServiceError =>
  serviceError('rate_limited', `Too many ${what}. Wait a moment and try again.`, { retryAfter })
