import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { notReusable } from '../authorize/card-brand.ts'
import { startPasses } from '../passes.ts'
import type { Services } from '../services.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row, Write } from '../store/store.ts'
import type { VaultEntry } from '../vault/vault.ts'
import { methodChanged } from './change-method.ts'

/** How long the vault keeps a card or account that no customer has, since its method was used or changed last, ms. */
export const unattachedLifeMs = 30 * 86_400_000
const everyMs = 86_400_000

type PurgeServices = Pick<Services, 'store' | 'clock' | 'log' | 'newId'>

/**
 * Removes cards that nothing can charge any more, or that nobody has charged: at the start and then every day.
 * @returns the function that stops it; resolves when the pass that is running has ended.
 */
export const startPurgingCards = (services: PurgeServices): (() => Promise<void>) =>
  startPasses(services, { everyMs, failed: 'vault.purge_failed' }, async (isStopped) => {
    const removed = await purgeCards(services, isStopped)
    if (removed > 0) services.log.info({ cards: removed }, 'vault.cards_purged')
  })

/** One round, by verified time: a clock that jumped ahead must not empty the vault. @returns how many are gone. */
export async function purgeCards(
  services: PurgeServices,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { store, clock } = services
  const before = clock.verified() - unattachedLifeMs
  const where = [{ column: 'created_at', is: '<=', value: before }] as const
  let removed = 0
  for await (const entry of rowsOf<VaultEntry>(store, 'vault_entry', { where })) {
    if (isStopped()) break
    const method = await store.get<PaymentMethod>('payment_method', entry.account_id, entry.id)
    if (method !== null && (method.document.customer_id !== null || method.updated_at > before)) continue
    if (await purge(services, entry, method)) removed += 1
  }
  return removed
}

/** @returns false when the method was changed at that moment: somebody pays with it, or attaches it. */
async function purge(
  { store, clock, newId }: PurgeServices,
  { account_id, id }: Row,
  method: Row<PaymentMethod> | null,
): Promise<boolean> {
  const now = clock.now()
  const gone: Write = { op: 'delete', kind: 'vault_entry', account_id, id }
  if (method === null) return (await store.commit({ writes: [gone] })).ok
  const { status } = method.document
  const { writes, events } = methodChanged(
    method,
    // A method that was used says so; one that was not must not look as if it could still pay.
    status === 'active' ? { status: 'expired', card: notReusable(method.document) } : {},
    'v2.payment_method.updated',
    now,
  )
  const outbox = status === 'active' ? events : []
  const committed = await store.commit({
    writes: [...writes, gone],
    events: outbox.map((event) => ({ ...event, id: newId('event'), created_at: now })),
  })
  return committed.ok
}
