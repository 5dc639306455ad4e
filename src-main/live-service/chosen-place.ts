import type { NetworkPlace } from '../installer/network/test-network.ts'
import type { Log } from '../log.ts'
import type { OutsidePlace } from '../service-host/service-source.ts'
import { keepDamaged } from '../settings/damaged-files.ts'
import type { ServiceAccess, ServiceAddress } from '../terminal/service-access.ts'
import { openKey, readStoredService, type StoredService } from './stored-service.ts'

/** The service that this run charges at. */
export interface PlaceOfRun {
  /** Null: the embedded service. */
  readonly outside: OutsidePlace | null
  /** The installer's choice; null where there is none or the environment names a service, or if unreadable. */
  readonly stored: StoredService | null
  readonly training: boolean
  /** Whether the choice cannot be read: nothing is charged until a new choice is made. */
  readonly damaged: boolean
  /** Whether a person has to type the service's key. */
  readonly keyNeeded: boolean
}

/** Used if there is no service; never used for a request. */
const nowhere: OutsidePlace = { url: '', accountId: '', merchantId: '', apiKey: null, fetch, agent: null }

/** @param named by the environment @param path of the file that holds the installer's choice */
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

/** The service chosen by an installer, with the key from the system's keychain. */
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

/** How this counter reaches its service, also before the key was typed. */
export function networkPlace(
  { outside, stored, damaged }: PlaceOfRun,
  access: ServiceAccess | null,
): NetworkPlace {
  if (damaged) return { url: null, here: false, certificate: null, fetch }
  if (outside === null) return { url: access?.url ?? null, here: true, certificate: null, fetch }
  return { url: outside.url, here: false, certificate: stored?.certificate ?? null, fetch: outside.fetch }
}
