import type { CallFailure } from '../../src-shared/api/client.ts'
import type { Account } from '../../src-shared/api/schemas/account.ts'
import { addressLines } from '../../src-shared/boarding/address-lines.ts'
import { type Currency, defaultCurrency, knownCurrency } from '../../src-shared/currency.ts'
import type { ShopContact } from '../../src-shared/receipt/shop-contact.ts'
import { pause } from '../async/pause.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'
import { asksSandbox } from './check-service.ts'

/** What an outside service shows of the shop; null for what it does not show. */
export interface Shop {
  readonly name: string | null
  readonly contact: ShopContact | null
  readonly realMoney: boolean
  readonly currency: Currency | null
}

const pausesMs = [1_000, 5_000, 30_000, 60_000] as const

/**
 * Asks until it is known whether the service's money is real, and what the shop is called. Reports the former at once,
 * and again with the rest where the account was not shown at first. @returns a function that ends it
 */
export function learnShop(access: ServiceAccess, onShop: (shop: Shop) => void): () => void {
  let stopped = false
  let next: NodeJS.Timeout | undefined

  /** Null until the service has answered. */
  let isSandbox: boolean | null = null
  let isReported = false

  async function look(tries: number): Promise<void> {
    isSandbox ??= await asksSandbox(access.client, access.merchantId)
    if (stopped) return
    if (isSandbox === null) return again(tries)
    const account = await access.client.call('accounts.get', { params: { id: access.accountId } })
    if (stopped) return
    const name = account.ok ? account.value.company?.dba_name || account.value.name : null
    const contact = account.ok ? contactOf(account.value) : null
    const currency = account.ok ? knownCurrency(account.value.currency) : null
    if (account.ok || !isReported) onShop({ name, contact, realMoney: !isSandbox, currency })
    isReported = true
    if (!account.ok && !showsNone(account.error)) again(tries)
  }

  function again(tries: number): void {
    next = setTimeout(() => void look(tries + 1), pausesMs[Math.min(tries, pausesMs.length - 1)])
    next.unref()
  }

  void look(0)
  return () => {
    stopped = true
    clearTimeout(next)
  }
}

const contactOf = ({ address, company }: Account): ShopContact => ({
  ...addressLines(address ?? {}),
  phone: company?.phone_number?.trim() ?? '',
})

/** Maximum number of attempts to read the account from a service that answers everything else. */
const mostTries = 3

/**
 * Asks until the service reports the currency, since the result is stored permanently. A service that follows only the
 * specification, or does not show this key the account, does not report it: then US dollars. Rejects once stopped.
 */
export async function learnCurrency(
  { client, accountId, merchantId }: ServiceAccess,
  stopped: AbortSignal,
): Promise<Currency> {
  for (let tries = 1; ; tries += 1) {
    stopped.throwIfAborted()
    const account = await client.call('accounts.get', { params: { id: accountId } })
    if (account.ok) return knownCurrency(account.value.currency) ?? defaultCurrency
    if (showsNone(account.error)) return defaultCurrency
    // An unreadable account counts as not reported; a service that is unreachable, busy, or has no key yet does not.
    const isUnreadable = account.error.kind === 'no_answer' && tries >= mostTries
    if (isUnreadable && (await asksSandbox(client, merchantId)) !== null) return defaultCurrency
    await pause(pausesMs[Math.min(tries - 1, pausesMs.length - 1)] ?? 0, stopped)
  }
}

/** Whether the key may not see the account, or the service has no such operation. */
const showsNone = (failure: CallFailure): boolean =>
  failure.kind === 'refused' && [403, 404].includes(failure.status)
