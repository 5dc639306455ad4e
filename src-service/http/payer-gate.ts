import type { ServiceError } from '../../src-shared/api/errors.ts'
import { idPrefixes } from '../../src-shared/ids.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { AccountDirectory } from '../accounts/directory.ts'
import { type ApplicantLink, isOpenedBy } from '../boarding/applicant-link.ts'
import type { ApplicationDocument } from '../boarding/applications/documents.ts'
import type { Caller } from '../caller.ts'
import { noPage } from '../checkout/load-page.ts'
import { type ContractorApplicationDocument, contractorLink } from '../contractors/documents.ts'
import { holderOf } from '../payment-methods/proven-intent.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import { createPageLimit, createWrongSecrets } from './wrong-secrets.ts'

/** Admits callers with the client secret of the resource in the path: payers at a hosted page, who have no key. */
export interface PayerGate {
  admit(request: PayerRequest): Promise<Result<Caller & { readonly accountId: string }, ServiceError>>
}

export interface PayerRequest {
  /** The operation's path, such as `/checkout_pages/{id}/pay`. */
  readonly path: string
  readonly id: unknown
  /** x-client-secret. */
  readonly secret: unknown
  readonly address: string
  /** Length of the body. */
  readonly bytes: number
}

/** The kinds of resources that have hosted pages. */
const kindsOfPages = {
  '/application_pages/': ['application'],
  '/contractor_application_pages/': ['contractor_application'],
  // A payment intent has no page of its own.
  '/checkout_pages/': ['checkout_session', 'payment_method_intent'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof idPrefixes)[]>>

/** Whether the id is of a kind that the operation's page shows. */
const hasPage = (path: string, id: string): boolean =>
  Object.entries(kindsOfPages).some(
    ([folder, kinds]) =>
      path.startsWith(folder) && kinds.some((kind) => id.startsWith(`${idPrefixes[kind]}_`)),
  )

/** @param now monotonic time, in ms. */
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
  const wrong = createWrongSecrets('links', now)
  const limitPage = createPageLimit(now)
  return {
    async admit({ path, id, secret, address, bytes }) {
      const isOfPath =
        typeof secret === 'string' && hasPage(path, String(id)) && secret.startsWith(`${String(id)}_secret_`)
      const link = isOfPath ? await linkOf(store, String(id)) : null
      if (isOfPath && link !== null) {
        const applicant = admitApplicant(link, secret, clock.verified())
        if (applicant !== null) {
          const tooMany = limitPage(applicant.keyId, bytes)
          return tooMany === null ? ok(applicant) : err(tooMany)
        }
      }
      const holder = isOfPath ? await holderOf(store, secret) : null
      if (holder === null) return err(wrong.count(address) ?? noPage)
      const { account_id, id: keyId } = holder.row
      const tooMany = limitPage(keyId, bytes)
      if (tooMany !== null) return err(tooMany)
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

/** The link of an applicant, and its owner. */
interface KnownLink {
  readonly id: string
  readonly tenantId: string
  readonly link: ApplicantLink | null
}

/** @returns null for an id that no applicant's link can have */
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

/** @returns null for a link that is wrong, replaced or expired. The caller has no reach by the rules for keys. */
function admitApplicant(
  { id, tenantId, link }: KnownLink,
  secret: string,
  now: number,
): (Caller & { readonly accountId: string }) | null {
  if (!isOpenedBy(link, id, secret, now)) return null
  const bounds = { partner_id: null, business_id: null, account_id: '' }
  return { keyId: id, tenantId, level: 'public', bounds, accountId: '' }
}
