import type { NetworkPlace } from '../installer/network/test-network.ts'
import type { Log } from '../log.ts'
import type { OutsidePlace } from '../service-source.ts'
import { keepDamaged } from '../settings/damaged-files.ts'
import type { ServiceAccess, ServiceAddress } from '../terminal/service-access.ts'
import { openKey, readStoredService, type StoredService } from './stored-service.ts'

/** Where this run charges. */
export interface PlaceOfRun {
  /** Null: the embedded service. */
  readonly outside: OutsidePlace | null
  /** What an installer has chosen; null where nobody did, where it cannot be read, or where the environment names a service. */
  readonly stored: StoredService | null
  readonly training: boolean
  /** What was chosen cannot be read: nothing is charged until something is chosen anew. */
  readonly damaged: boolean
  /** Somebody has to type the key of the service. */
  readonly keyNeeded: boolean
}

/** No service is asked for anything. */
const nowhere: OutsidePlace = { url: '', accountId: '', merchantId: '', apiKey: null, fetch, agent: null }

/** @param named by the environment @param path of the file that holds what an installer has chosen */
export async function readPlaceOfRun(
  named: ServiceAddress | null,
  path: string,
  log: Log,
): Promise<PlaceOfRun> {
  if (named !== null) {
    const outside = { ...named, fetch, agent: null }
    return { outside, stored: null, training: false, damaged: false, keyNeeded: false }
  }
  const stored = readStoredService(path)
  const outside = await outsideOf(stored)
  if (stored === 'damaged' || outside === 'damaged') {
    log.error({ path }, 'service.choice_unreadable')
    await keepDamaged(path)
    return { outside: nowhere, stored: null, training: false, damaged: true, keyNeeded: false }
  }
  const training = stored === null
  return { outside, stored, training, damaged: false, keyNeeded: outside?.apiKey === null }
}

/** Where an installer has chosen to charge, with the key that the system keeps. */
async function outsideOf(stored: StoredService | 'damaged' | null): Promise<OutsidePlace | 'damaged' | null> {
  if (stored === null || stored === 'damaged') return stored
  const { systemKeychain } = await import('../staff/keychain.ts')
  const { url, account_id: accountId, merchant_id: merchantId, certificate } = stored
  const apiKey = openKey(stored, systemKeychain())
  if (apiKey === 'damaged') return apiKey
  const place = { url, accountId, merchantId, apiKey }
  if (certificate === null) return { ...place, fetch, agent: null }
  const { pinnedAgent, pinnedFetch } = await import('./pinned-fetch.ts')
  return { ...place, fetch: pinnedFetch(certificate), agent: pinnedAgent(certificate) }
}

/** The way to the service of this counter, also before its key was typed. */
export function networkPlace(
  { outside, stored, damaged }: PlaceOfRun,
  access: ServiceAccess | null,
): NetworkPlace {
  if (damaged) return { url: null, here: false, certificate: null, fetch }
  if (outside === null) return { url: access?.url ?? null, here: true, certificate: null, fetch }
  return { url: outside.url, here: false, certificate: stored?.certificate ?? null, fetch: outside.fetch }
}
