import type { Client } from '../../src-shared/api/client.ts'

/** The service as it is reached now: the embedded one gets a new address when it is started anew. */
export interface ServiceAccess {
  readonly client: Client
  readonly url: string
  readonly apiKey: string
  readonly accountId: string
  readonly merchantId: string
}
