import { firstRow, insertOf, noAccount } from '../../src-service/store/row-writes.ts'
import type { Write } from '../../src-service/store/store.ts'
import type { EndpointDocument } from '../../src-service/webhooks/documents.ts'

type Bounds = Pick<EndpointDocument, 'account_id' | 'business_id' | 'partner_id'>

const noBounds: Bounds = { account_id: null, business_id: null, partner_id: null }

/** An endpoint for all events of its merchant, `ten_1`. */
export const endpointDocument = (changes: Partial<EndpointDocument> = {}): EndpointDocument => ({
  ...{ tenant_id: 'ten_1', url: 'https://a.example/', description: null, event_types: ['*'], ...noBounds },
  ...{ status: 'enabled', disabled_reason: null, failing_since: null, previous_secret: null },
  secret: {} as EndpointDocument['secret'],
  ...changes,
})

/**
 * One write of a store's commit. While an enabled endpoint exists, events are pending until their deliveries are
 * written.
 */
export const endpointWrite = (id = 'we_1', changes: Partial<EndpointDocument> = {}): Write =>
  insertOf('webhook_endpoint', firstRow(noAccount, id, endpointDocument(changes), 1))
