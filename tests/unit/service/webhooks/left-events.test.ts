import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAccountDirectory } from '../../../../src-service/accounts/directory.ts'
import type { OutboxEvent, Store } from '../../../../src-service/store/store.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { openVault } from '../../../../src-service/vault/vault.ts'
import { createDispatcher } from '../../../../src-service/webhooks/dispatcher.ts'
import { createWebhookPoster } from '../../../../src-service/webhooks/post-webhook.ts'
import { createIdSource, type IdSource } from '../../../../src-shared/ids.ts'
import { endpointWrite } from '../../../support/endpoint-write.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const dayMs = 86_400_000

const services = async (store: Store, folder: string) => {
  const clock = createClock()
  const accounts = createAccountDirectory(store, clock.steady)
  const vault = await openVault({ directory: folder })
  const newId = createIdSource(clock.now)
  return { store, clock, newId, accounts, vault, log: silentLog }
}

const eventAt = (newId: IdSource, created_at: number): OutboxEvent => ({
  ...{ id: newId('event'), account_id: 'acct_1', type: 'v2.payment_intent.created' },
  ...{ created_at, sequence: 1, object: { id: 'pi_1' } },
})

test('events that a process left are processed by the next one, even when the clock was ahead and was corrected', async () => {
  const folder = await temporaryFolder('left-events')
  const store = openSqliteStore(join(folder, 'service.db'))
  const own = await services(store, folder)
  const { clock } = own
  let ahead = 400 * dayMs
  const newId = createIdSource(() => clock.now() + ahead)
  const whileAhead = eventAt(newId, clock.now() + ahead)
  ahead = 0
  const setRight = eventAt(newId, clock.now())
  expect(setRight.id > whileAhead.id).toBe(true)
  await store.commit({ writes: [endpointWrite()] })
  expect(await store.commit({ writes: [], events: [whileAhead, setRight] })).toEqual({
    ok: true,
    value: undefined,
  })
  const pending = () => store.events({ pending: true, limit: 10 })
  expect(await pending()).toHaveLength(2)

  const dispatcher = createDispatcher(own, createWebhookPoster({ clock, allowPrivate: true }))
  dispatcher.start()
  await expect.poll(pending).toEqual([])
  await dispatcher.stop()
  await store.close()
})

test.each([
  { ids: 'from the current time', idsAhead: 0 },
  { ids: 'from that future time too', idsAhead: 300 * dayMs },
])(
  "an event left with the clock ahead is found behind more than a page of other nodes' events, with ids $ids",
  async ({ idsAhead }) => {
    const folder = await temporaryFolder('left-events')
    const store = openSqliteStore(join(folder, 'service.db'))
    const given = await services({ ...store, shared: true }, folder)
    const now = given.clock.now()
    // The clock stands still, so that the other nodes' events stay recent.
    const clock = { ...given.clock, now: () => now }
    const idsOfOthers = createIdSource(() => now + idsAhead)
    const underWay = Array.from({ length: 450 }, () => eventAt(idsOfOthers, now))
    const idsAheadOfAll = createIdSource(() => now + 400 * dayMs)
    const left = eventAt(idsAheadOfAll, now + 400 * dayMs)
    await store.commit({ writes: [endpointWrite()] })
    expect((await store.commit({ writes: [], events: [...underWay, left] })).ok).toBe(true)

    const dispatcher = createDispatcher(
      { ...given, clock },
      createWebhookPoster({ clock, allowPrivate: true }),
    )
    dispatcher.start()
    const pending = async () => (await store.events({ pending: true, limit: 500 })).map(({ id }) => id)
    await expect.poll(pending).toEqual(underWay.map(({ id }) => id))
    await dispatcher.stop()
    await store.close()
  },
)

test('an event committed just after another node created the first endpoint is processed at the next look', async () => {
  const folder = await temporaryFolder('left-events')
  const store = openSqliteStore(join(folder, 'service.db'))
  let looks = 0
  const counting: Store = {
    ...store,
    shared: true,
    list: (...asked) => {
      if (asked[0] === 'webhook_endpoint') looks += 1
      return store.list(...asked)
    },
  }
  const given = await services(counting, folder)
  const now = given.clock.now()
  // The clock stands still: recent events are left to other nodes during the whole test.
  const clock = { ...given.clock, now: () => now }
  const justNow = now - 1
  const newId = createIdSource(() => justNow)
  const pending = async () => (await store.events({ pending: true, limit: 9 })).map(({ id }) => id)
  const dispatcher = createDispatcher({ ...given, clock }, createWebhookPoster({ clock, allowPrivate: true }))
  dispatcher.start()
  // The dispatcher finds that there is no endpoint.
  dispatcher.publish([eventAt(newId, justNow)])
  await expect.poll(() => looks).toBeGreaterThan(3)

  const event = eventAt(newId, justNow)
  await store.commit({ writes: [endpointWrite()] })
  await store.commit({ writes: [], events: [event] })
  dispatcher.publish([event])
  await expect.poll(pending).toEqual([])
  await dispatcher.stop()
  await store.close()
})
