import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAccountDirectory } from '../../../../src-service/accounts/directory.ts'
import { createClock } from '../../../../src-service/clock.ts'
import { silentLog } from '../../../../src-service/log.ts'
import type { OutboxEvent } from '../../../../src-service/store/store.ts'
import { openVault } from '../../../../src-service/vault/vault.ts'
import { createDispatcher } from '../../../../src-service/webhooks/dispatcher.ts'
import { createWebhookPoster } from '../../../../src-service/webhooks/post-webhook.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const dayMs = 86_400_000

test('what a process left is taken on by the next one, though its clock was ahead and was set right meanwhile', async () => {
  const folder = await temporaryFolder('left-events')
  const store = openSqliteStore(join(folder, 'service.db'))
  const clock = createClock()
  let ahead = 400 * dayMs
  const newId = createIdSource(() => clock.now() + ahead)
  const event = (): OutboxEvent => ({
    ...{ id: newId('event'), account_id: 'acct_1', type: 'v2.payment_intent.created' },
    ...{ created_at: clock.now() + ahead, sequence: 1, object: { id: 'pi_1' } },
  })
  const whileAhead = event()
  ahead = 0
  const setRight = event()
  expect(setRight.id > whileAhead.id).toBe(true)
  expect(await store.commit({ writes: [], events: [whileAhead, setRight] })).toEqual({
    ok: true,
    value: undefined,
  })
  const pending = () => store.events({ pending: true, limit: 10 })
  expect(await pending()).toHaveLength(2)

  const accounts = createAccountDirectory(store, clock.steady)
  const vault = await openVault({ directory: folder })
  const services = { store, clock, newId, accounts, vault, log: silentLog }
  const dispatcher = createDispatcher(services, createWebhookPoster({ clock, allowPrivate: true }))
  dispatcher.start()
  await expect.poll(pending).toEqual([])
  await dispatcher.stop()
  await store.close()
})
