import type { NetworkPlace } from '../installer/network/test-network.ts'
import type { Log } from '../log.ts'
import type { OutsidePlace } from '../service-source.ts'
import { keepDamaged } from '../settings/damaged-files.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'
import { openKey, type StoredService } from './stored-service.ts'

/** No service is asked for anything. */
export const nowhere: OutsidePlace = { url: '', accountId: '', merchantId: '', apiKey: null, fetch }

export async function keepDamagedPlace(path: string, log: Log): Promise<void> {
  log.error({ path }, 'service.choice_unreadable')
  await keepDamaged(path)
}

/** Where an installer has chosen to charge, with the key that the system keeps. */
export async function placeOf(
  stored: StoredService | 'damaged' | null,
): Promise<OutsidePlace | 'damaged' | null> {
  if (stored === null || stored === 'damaged') return stored
  const { systemKeychain } = await import('../staff/keychain.ts')
  const { url, account_id: accountId, merchant_id: merchantId, certificate } = stored
  const apiKey = openKey(stored, systemKeychain())
  if (apiKey === 'damaged') return apiKey
  const send = certificate === null ? fetch : (await import('./pinned-fetch.ts')).pinnedFetch(certificate)
  return { url, accountId, merchantId, apiKey, fetch: send }
}

/** The way to the service of this counter, also before its key was typed. */
export function networkPlace(
  outside: OutsidePlace | 'damaged' | null,
  stored: StoredService | null,
  access: ServiceAccess | null,
): NetworkPlace {
  if (outside === 'damaged') return { url: null, here: false, certificate: null, fetch }
  if (outside === null) return { url: access?.url ?? null, here: true, certificate: null, fetch }
  return { url: outside.url, here: false, certificate: stored?.certificate ?? null, fetch: outside.fetch }
}
