import type { Agent } from 'node:https'
import { type Client, createClient } from '../../src-shared/api/client.ts'
import { createMissingOperations, type MissingOperations } from '../../src-shared/api/missing-operations.ts'
import type { Language } from '../../src-shared/language.ts'

/** Where a service is, and who calls it for whom. */
export interface ServiceAddress {
  readonly url: string
  readonly apiKey: string
  readonly accountId: string
  readonly merchantId: string
}

/** The service as it is reached now: the embedded one gets a new address when it is started anew. */
export interface ServiceAccess extends ServiceAddress {
  /** The way there: with a certificate that was compared, no other. */
  readonly fetch: typeof fetch
  /** The same way for a WebSocket; null: that of the system. */
  readonly agent: Agent | null
  readonly client: Client
  /** What it was found not to have. */
  readonly missing: MissingOperations
}

/** @param language what customers read at the terminal, asked anew each time */
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
