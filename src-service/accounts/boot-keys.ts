import { join } from 'node:path'
import type { IdSource } from '../../src-shared/ids.ts'
import type { Config } from '../config/config.ts'
import { firstRow, insertOf, noAccount } from '../store/row-writes.ts'
import type { Store } from '../store/store.ts'
import type { TenantDocument } from './documents.ts'
import { type KeyDirectory, makeKey } from './keys.ts'
import { loadSandboxKeys } from './sandbox-keys.ts'
import { isRevoked, keyDocument, seedKey, seedTrainingMerchant, type TrainingMerchant } from './training.ts'

/** The sandbox's part of the ready line. */
export interface SandboxFacts extends Omit<TrainingMerchant, 'tenant_id'> {
  readonly private_key: string
  readonly public_key: string
}

interface Boot {
  readonly store: Store
  readonly keys: KeyDirectory
  readonly newId: IdSource
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly config: Pick<Config, 'sandbox' | 'currency' | 'privateKey' | 'dataDirectory'>
}

/** Makes the keys for the first calls: the training merchant with its keys, and the key of this launch. */
export async function prepareKeys(boot: Boot): Promise<SandboxFacts | null> {
  const { config, keys } = boot
  if (!config.sandbox) {
    if (config.privateKey !== null) admitForLaunch(keys, config.privateKey, await ownTenant(boot))
    return null
  }
  const { tenant_id: tenantId, ...merchant } = await seedTrainingMerchant(
    boot.store,
    boot.newId,
    boot.now,
    config.currency,
  )
  if (config.privateKey !== null) {
    const publicKey = makeKey('public')
    admitForLaunch(keys, config.privateKey, tenantId)
    keys.admit(publicKey, launchKey(publicKey, 'public', tenantId))
    return { private_key: config.privateKey, public_key: publicKey, ...merchant }
  }
  const own = await loadSandboxKeys(join(config.dataDirectory, 'sandbox-keys.json'), (key) =>
    isRevoked(boot.store, key),
  )
  for (const [key, level] of [
    [own.private_key, 'tenant_admin'],
    [own.public_key, 'public'],
  ] as const) {
    await seedKey(boot.store, boot.newId, boot.now, { key, level, tenantId })
  }
  return { ...own, ...merchant }
}

const launchKey = (key: string, level: 'tenant_admin' | 'public', tenantId: string) => ({
  id: level === 'public' ? 'key_launch_public' : 'key_launch',
  document: keyDocument(key, level, tenantId, 'This launch'),
})

const admitForLaunch = (keys: KeyDirectory, key: string, tenantId: string): void =>
  keys.admit(key, launchKey(key, 'tenant_admin', tenantId))

/**
 * Returns the tenant outside the sandbox. The first start makes it empty; its accounts are added by boarding. If
 * several nodes start at once, the database allows only one of them to make it.
 */
async function ownTenant({ store, newId, now }: Boot): Promise<string> {
  const existing = async () => (await store.list<TenantDocument>('tenant', { limit: 1 }))[0]
  const found = await existing()
  if (found !== undefined) return found.id
  const id = newId('tenant')
  const document: TenantDocument = { name: 'Countertop', origin: 'first_start' }
  const committed = await store.commit({
    writes: [insertOf('tenant', firstRow(noAccount, id, document, now))],
  })
  if (committed.ok) return id
  const theirs = await existing()
  if (theirs === undefined) throw new Error('the first tenant could not be made')
  return theirs.id
}
