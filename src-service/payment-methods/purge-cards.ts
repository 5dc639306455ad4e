import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import type { Services } from '../services.ts'
import { outboxEvents } from '../store/outbox-events.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row, Write } from '../store/store.ts'
import { startPasses } from '../time/passes.ts'
import type { VaultEntry } from '../vault/vault.ts'
import { methodChanged } from './change-method.ts'
import { isUnusedTooLong, methodAt, unusedLifeMs } from './method-now.ts'

/** How long the vault keeps a card or account without a customer after its method was last used or changed, in ms. */
export const unattachedLifeMs = 30 * 86_400_000
const everyMs = 3_600_000
const dayMs = 86_400_000

type PurgeServices = Pick<Services, 'store' | 'clock' | 'log' | 'newId'>

/**
 * Removes cards that can no longer be charged or were never charged, and marks customers' cards that have expired.
 * Checks all cards at the start and then every day, and tokens that have just expired every hour.
 * @returns a function that stops it and resolves when the current pass has ended.
 */
export function startPurgingCards(services: PurgeServices): () => Promise<void> {
  const { clock, log } = services
  let lastWhole: number | null = null
  return startPasses(services, { everyMs, failed: 'vault.purge_failed' }, async (isStopped) => {
    const now = clock.steady()
    const isWhole = lastWhole === null || now - lastWhole >= dayMs
    // Two days of margin: for the hour since the last pass, and for passes that failed.
    const since = isWhole ? undefined : clock.verified() - unusedLifeMs - 2 * dayMs
    const removed = await purgeCards(services, { isStopped, ...(since === undefined ? {} : { since }) })
    if (isWhole) lastWhole = now
    if (removed > 0) log.info({ cards: removed }, 'vault.cards_purged')
  })
}

interface Round {
  readonly isStopped?: () => boolean
  /** Skips entries that were created before this time, in ms since the epoch. */
  readonly since?: number
}

/** Runs one round by verified time: a clock that jumped ahead must not empty the vault. @returns the number removed. */
export async function purgeCards(
  services: PurgeServices,
  { isStopped = () => false, since = 0 }: Round = {},
): Promise<number> {
  const { store, clock } = services
  const verified = clock.verified()
  const where = [
    { column: 'created_at', is: '<=', value: verified - unusedLifeMs },
    { column: 'created_at', is: '>=', value: since },
  ] as const
  let removed = 0
  for await (const entry of rowsOf<VaultEntry>(store, 'vault_entry', { where })) {
    if (isStopped()) break
    const method = await store.get<PaymentMethod>('payment_method', entry.account_id, entry.id)
    if (await settle(services, entry, method, verified)) removed += 1
  }
  return removed
}

/** @returns whether the card was removed; false if its method was concurrently changed, to pay or to be attached. */
async function settle(
  services: PurgeServices,
  { account_id, id }: Row,
  method: Row<PaymentMethod> | null,
  verified: number,
): Promise<boolean> {
  const gone: readonly Write[] = [{ op: 'delete', kind: 'vault_entry', account_id, id }]
  if (method === null) return (await services.store.commit({ writes: gone })).ok
  if (method.document.customer_id !== null) {
    await write(services, method, methodAt(method.document, verified), [])
    return false
  }
  const isDue = isUnusedTooLong(method.document, verified) || method.updated_at <= verified - unattachedLifeMs
  return isDue && (await write(services, method, methodAt(method.document, verified), gone))
}

/** Writes the method's current state, with an event if it has changed, and the deletions `gone`. */
async function write(
  { store, clock, newId }: PurgeServices,
  method: Row<PaymentMethod>,
  next: PaymentMethod,
  gone: readonly Write[],
): Promise<boolean> {
  const isChanged = next !== method.document
  if (!isChanged && gone.length === 0) return false
  const now = clock.now()
  const { status, card, attention_required } = next
  const change = isChanged ? { status, card, attention_required } : {}
  const { writes, events } = methodChanged(method, change, 'v2.payment_method.updated', now)
  const committed = await store.commit({
    writes: [...writes, ...gone],
    events: outboxEvents(isChanged ? events : [], writes, { now, newId }),
  })
  return committed.ok
}
