import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { insertOf, nextRow, updateOf } from '../../../../src-service/store/row-writes.ts'
import type { OutboxEvent } from '../../../../src-service/store/store.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { openVault } from '../../../../src-service/vault/vault.ts'
import { failingLimitMs } from '../../../../src-service/webhooks/decide-attempt.ts'
import { claimMs, deliver } from '../../../../src-service/webhooks/deliver.ts'
import { type EndpointDocument, secretPurpose } from '../../../../src-service/webhooks/documents.ts'
import { newDelivery } from '../../../../src-service/webhooks/fan-out.ts'
import type { Posted } from '../../../../src-service/webhooks/post-webhook.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import { endpointWrite } from '../../../support/endpoint-write.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** One delivery whose endpoint gets this URL while its old URL is being called, which answers `answer`. */
async function afterMove(url: string, answer: Posted, before: Partial<EndpointDocument> = {}) {
  const folder = await temporaryFolder('endpoint-moved')
  const store = openSqliteStore(join(folder, 'service.db'))
  onTestFinished(() => store.close())
  const clock = createClock()
  const vault = await openVault({ directory: folder })
  const services = { store, clock, vault, newId: createIdSource(clock.now), log: silentLog }
  const event: OutboxEvent = {
    ...{ id: 'evt_1', account_id: 'acct_1', type: 'v2.fee.created', created_at: clock.now() },
    ...{ sequence: 1, object: {} },
  }
  const delivery = newDelivery(event, 'we_1', clock.verified() + claimMs)
  const secret = vault.sealText(`whsec_${'a'.repeat(43)}=`, secretPurpose('we_1'))
  await store.commit({
    events: [event],
    writes: [endpointWrite('we_1', { secret, ...before }), insertOf('webhook_delivery', delivery)],
  })
  const endpoint = async () => {
    const row = await store.find<EndpointDocument>('webhook_endpoint', 'we_1')
    if (row === null) throw new Error('the endpoint is gone')
    return row
  }
  const poster = {
    async post(): Promise<Posted> {
      const row = await endpoint()
      const moved = nextRow(row, { ...row.document, url }, clock.now())
      await store.commit({ writes: [updateOf('webhook_endpoint', moved)] })
      return answer
    },
    stop() {},
  }
  const queued = { id: 'we_1', tenantId: 'ten_1', failing: false }
  await deliver(services, poster, { delivery, event, endpoint: queued })
  const { status, failing_since } = (await endpoint()).document
  return { status, isFailing: failing_since !== null }
}

const gone = { outcome: 'answered', status: 410 } as const
const oldUrl = 'https://a.example/'

test('an endpoint is disabled when its URL answers 410', async () => {
  expect(await afterMove(oldUrl, gone)).toEqual({ status: 'disabled', isFailing: true })
})

test('an endpoint that has another URL by now is not disabled because its old one answers 410', async () => {
  expect(await afterMove('https://b.example/', gone)).toEqual({ status: 'enabled', isFailing: false })
})

test('an endpoint that has another URL by now is not disabled because its old one has failed for days', async () => {
  const before = { failing_since: Date.now() - failingLimitMs - 1000 }
  const failed = { outcome: 'no_answer', error: 'it was switched off' } as const
  expect((await afterMove(oldUrl, failed, before)).status).toBe('disabled')
  expect((await afterMove('https://b.example/', failed, before)).status).toBe('enabled')
})
