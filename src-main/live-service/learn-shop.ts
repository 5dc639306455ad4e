import type { ServiceAccess } from '../terminal/service-access.ts'
import { asksSandbox } from './check-service.ts'

/** What an outside service shows of the shop; null where it does not. */
export interface Shop {
  readonly name: string | null
  readonly realMoney: boolean
}

const pausesMs = [1_000, 5_000, 30_000, 60_000] as const

/** Asks until it is known whether money is real there. @returns the function that ends it */
export function learnShop(access: ServiceAccess, onShop: (shop: Shop) => void): () => void {
  let stopped = false
  let next: NodeJS.Timeout | undefined

  async function look(tries: number): Promise<void> {
    const isSandbox = await asksSandbox(access.client, access.merchantId)
    if (stopped) return
    if (isSandbox === null) {
      next = setTimeout(() => void look(tries + 1), pausesMs[Math.min(tries, pausesMs.length - 1)])
      next.unref()
      return
    }
    const account = await access.client.call('accounts.get', { params: { id: access.accountId } })
    if (stopped) return
    const name = account.ok ? account.value.company?.dba_name || account.value.name : null
    onShop({ name, realMoney: !isSandbox })
  }

  void look(0)
  return () => {
    stopped = true
    clearTimeout(next)
  }
}
