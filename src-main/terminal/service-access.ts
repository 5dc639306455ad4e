import type { Agent } from 'node:https'
import { type Client, createClient } from '../../src-shared/api/client.ts'
import { createMissingOperations, type MissingOperations } from '../../src-shared/api/missing-operations.ts'
import type { Language } from '../../src-shared/language.ts'

/** The address of a service, with the caller's key and the account and merchant it acts for. */
export interface ServiceAddress {
  readonly url: string
  readonly apiKey: string
  readonly accountId: string
  readonly merchantId: string
}

/** The service as it is reached now: the embedded one gets a new address when it is restarted. */
export interface ServiceAccess extends ServiceAddress {
  /** Sends requests; where a certificate was compared, accepts only that one. */
  readonly fetch: typeof fetch
  /** The same for a WebSocket; null: the system's default. */
  readonly agent: Agent | null
  readonly client: Client
  /** The operations that this service was found not to have. */
  readonly missing: MissingOperations
}

/** @param language of the terminal's texts for customers, read anew each time */
export function accessTo(
  address: ServiceAddress,
  language: () => Language,
  send: typeof fetch = fetch,
  agent: Agent | null = null,
): ServiceAccess {
  const { url, apiKey, accountId } = address
  const missing = createMissingOperations(() => performance.now())
  return {
    ...address,
    missing,
    fetch: send,
    agent,
    client: createClient({ baseUrl: url, apiKey, accountId, language, missing, fetch: send }),
  }
}
