import {
  type CallFailure,
  type Client,
  createClient,
  isMissingOperation,
} from '../../src-shared/api/client.ts'
import { defaultCurrency, knownCurrency } from '../../src-shared/currency.ts'
import type {
  ServiceCheck,
  ServiceEntry,
  ServiceTrouble,
} from '../../src-shared/pos/installer-tools/service-commands.ts'
import { addressProblem } from '../../src-shared/service-address.ts'
import { detailOf } from '../service-calls/failures.ts'
import { accountsOfKey } from './accounts-of-key.ts'
import { pinnedFetch, shownCertificate } from './pinned-fetch.ts'

export interface CheckedService {
  readonly check: ServiceCheck
  /** The certificate that a person has compared, PEM; null where the system trusts it. */
  readonly certificate: string | null
}

const timeoutMs = 10_000

/** Checks whether this counter can charge at a service. Creates nothing there, and moves no money. */
export async function checkService(entry: ServiceEntry): Promise<CheckedService> {
  const url = entry.url.replace(/\/+$/, '')
  const problem = addressProblem(url)
  if (problem !== null) return wrong('address_wrong', problem)
  if (entry.api_key.startsWith('pk_')) return wrong('key_public', '')
  const reached = await reach(url, entry.fingerprint)
  if ('check' in reached) return reached
  const { certificate } = reached
  const send = certificate === null ? fetch : pinnedFetch(certificate)
  let version: string | null = null
  const client = createClient({
    baseUrl: url,
    apiKey: entry.api_key,
    ...(entry.account_id === '' ? {} : { accountId: entry.account_id }),
    async fetch(input, init) {
      const answer = await send(input, init)
      // The version of the first answer: parts of a service may each keep to an older version.
      version ??= answer.headers.get('api-version')
      return answer
    },
  })
  const check = await checkWith(client, entry)
  return { check: check.kind === 'fits' ? { ...check, version } : check, certificate }
}

const wrong = (kind: ServiceTrouble['kind'], detail: string): CheckedService => ({
  check: { kind, detail },
  certificate: null,
})

/** Connects with TLS that the system trusts, or that a person has compared; sends no key. */
async function reach(
  url: string,
  fingerprint: string | null,
): Promise<CheckedService | { readonly certificate: string | null }> {
  // Once a certificate was compared, only that one counts: even one trusted by the system may be an interceptor's.
  if (fingerprint !== null) {
    const shown = await shownCertificate(url)
    if (shown === null) return wrong('unreachable', 'It shows no certificate.')
    const { pem, ...certificate } = shown
    if (certificate.fingerprint === fingerprint) return { certificate: pem }
    return { check: { kind: 'untrusted', certificate }, certificate: null }
  }
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    await answer.body?.cancel()
    return { certificate: null }
  } catch (error) {
    const shown = isAboutTrust(error) ? await shownCertificate(url) : null
    if (shown === null) return wrong('unreachable', reasonOf(error))
    const { pem: _, ...certificate } = shown
    return { check: { kind: 'untrusted', certificate }, certificate: null }
  }
}

const trustCodes: readonly unknown[] = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error
}

function isAboutTrust(error: unknown): boolean {
  const cause = causeOf(error)
  return typeof cause === 'object' && cause !== null && 'code' in cause && trustCodes.includes(cause.code)
}

function reasonOf(error: unknown): string {
  const cause = causeOf(error)
  return cause instanceof Error ? cause.message : String(cause)
}

async function checkWith(client: Client, entry: ServiceEntry): Promise<ServiceCheck> {
  if (entry.account_id !== '') return checkAccount(client, entry)
  const found = await accountsOfKey(client)
  if (!found.ok) {
    const nothing = await noServiceBehind(client, found.error)
    if (nothing !== null) return nothing
    // A person knows what the service does not offer, or does not allow for this key.
    const isForAPerson = isMissingOperation(found.error) || isForbidden(found.error)
    return isForAPerson ? { kind: 'account_needed', detail: '' } : meaningOf(found.error)
  }
  const { accounts, more, none } = found.value
  const [only, ...others] = accounts
  if (only === undefined) return { kind: none ? 'no_account' : 'account_not_boarded', detail: '' }
  if (others.length > 0 || more) return { kind: 'accounts', accounts, more }
  return checkAccount(client, { ...entry, account_id: only.id })
}

/**
 * Returns the trouble where an operation is missing and payments are not even refused, such as below a page of the
 * service, or at a web server; null where they are, or the operation failed in another way. Without an amount nothing
 * is created.
 */
async function noServiceBehind(client: Client, failure: CallFailure): Promise<ServiceTrouble | null> {
  if (!isMissingOperation(failure)) return null
  const answer = await client.call('payment_intents.create', { body: {} as { amount: number }, timeoutMs })
  if (answer.ok) return null
  const isNone = answer.error.kind === 'no_answer' || isMissingOperation(answer.error)
  return isNone ? { kind: 'no_service', detail: detailOf(answer.error) } : null
}

const isForbidden = (failure: CallFailure): boolean => failure.kind === 'refused' && failure.status === 403

async function checkAccount(client: Client, entry: ServiceEntry): Promise<ServiceCheck> {
  const { account_id } = entry
  const account = await client.call('accounts.get', { params: { id: account_id }, timeoutMs })
  if (!account.ok) {
    const nothing = await noServiceBehind(client, account.error)
    if (nothing !== null) return nothing
    const failed = meaningOf(account.error)
    if (failed.kind !== 'account_unknown' || entry.merchant_id === '') return failed
  }
  if (account.ok && account.value.status !== 'boarded') {
    return { kind: 'account_not_boarded', detail: account.value.status }
  }
  const merchant_id = entry.merchant_id || (account.ok ? account.value.merchant_id : '')
  if (merchant_id === '') return { kind: 'merchant_needed', detail: '' }
  // A service that could charge refuses it for the missing amount: nothing is created.
  const body = {} as { amount: number }
  const charged = await client.call('payment_intents.create', { body, timeoutMs, accountId: account_id })
  if (!charged.ok && (charged.error.kind === 'no_answer' || charged.error.status !== 400)) {
    const failed = meaningOf(charged.error)
    return failed.kind === 'account_unknown' && account.ok
      ? { ...failed, kind: 'key_may_not_charge' }
      : failed
  }
  const isSandbox = await asksSandbox(client, merchant_id)
  if (isSandbox === null)
    return { kind: 'unreachable', detail: 'The service stopped answering during the check.' }
  const merchant_name = account.ok ? account.value.company?.dba_name || account.value.name : ''
  const currency = (account.ok ? knownCurrency(account.value.currency) : null) ?? defaultCurrency
  return {
    kind: 'fits',
    account_id,
    merchant_name,
    merchant_id,
    currency,
    real_money: !isSandbox,
    version: null,
  }
}

function meaningOf(failure: CallFailure): ServiceTrouble {
  const detail = detailOf(failure)
  if (failure.kind === 'no_answer') return { kind: 'no_service', detail }
  if (failure.status === 401) return { kind: 'key_wrong', detail }
  if (failure.error.code === 'public_key_not_allowed') return { kind: 'key_public', detail }
  if (failure.error.code === 'account_not_boarded') return { kind: 'account_not_boarded', detail }
  if (failure.status === 403 || failure.status === 404) return { kind: 'account_unknown', detail }
  return { kind: 'no_service', detail }
}

/** Whether no real money moves there; null without an answer. Another service shows it by its terminals. */
export async function asksSandbox(client: Client, merchant_id: string): Promise<boolean | null> {
  const outbox = await client.call('sandbox.outbox', { timeoutMs })
  if (outbox.ok) return true
  if (outbox.error.kind === 'no_answer') return null
  // A 403 does not prove a sandbox: services also refuse unknown requests that way.
  if (!isMissingOperation(outbox.error) && outbox.error.status !== 403) return null
  const found = await client.call('terminals.terminal_details', { body: { merchant_id }, timeoutMs })
  if (found.ok) return found.value.terminal_details.some(({ environment }) => environment === 'sandbox')
  return found.error.kind === 'refused' && found.error.error.code === 'no_terminals' ? false : null
}
