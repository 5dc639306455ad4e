import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isSavedAnswer } from '../../../../src-service/commit.ts'
import { type Prepared, sendMessage } from '../../../../src-service/messages/send-message.ts'
import type { IdempotencyClaim, NewEvent, Store, WriteSet } from '../../../../src-service/store/store.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import { ok } from '../../../../src-shared/result.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** A service with a store of its own; `through` may replace it with one that fails. */
async function openHarness(through: (store: Store) => Store = (store) => store) {
  const store = openSqliteStore(join(await temporaryFolder('messages'), 'service.db'))
  onTestFinished(() => store.close())
  const clock = createClock()
  const services = { store: through(store), clock, newId: createIdSource(clock.now), log: silentLog }
  let sent = 0
  const send: Prepared['send'] = async () => {
    sent += 1
    return { outcome: 'sent', reply: { success: true, message: `Message ${sent} was sent.` } }
  }
  return {
    clock,
    sent: () => sent,
    ask: (key: string | null = null, rest: Partial<Prepared> = {}) =>
      sendMessage(services, {
        accountId: 'acct_test',
        idempotency: key === null ? null : claimOf(key, clock.verified()),
        prepare: async () => ok({ subjectId: 'cs_one', subject: 'The link of cs_one', send, ...rest }),
      }),
  }
}

const claimOf = (key: string, created_at: number): IdempotencyClaim => ({
  scope: key,
  fingerprint: 'same',
  created_at,
})

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof openHarness>>['ask']>>
const wordsOf = (answer: Answer) => {
  if (!answer.ok) return answer.error.code
  return isSavedAnswer(answer.value) ? JSON.parse(answer.value.body).message : answer.value.message
}

test('of many simultaneous requests only the allowed number is sent', async () => {
  const harness = await openHarness()
  const answers = await Promise.all(Array.from({ length: 12 }, () => harness.ask()))
  expect(harness.sent()).toBe(5)
  expect(answers.filter((answer) => !answer.ok && answer.error.code === 'rate_limited')).toHaveLength(7)
})

test('a message that cannot be counted is not sent', async () => {
  const harness = await openHarness((store) => ({
    ...store,
    commit: (set) => (isOfLog(set, 'insert') ? Promise.reject(new Error('disk full')) : store.commit(set)),
  }))
  await expect(harness.ask('a key')).rejects.toThrow('disk full')
  expect(harness.sent()).toBe(0)
  await expect(harness.ask('a key')).rejects.toThrow('disk full')
})

test('a message whose outcome cannot be written is answered, and its key does not send it again', async () => {
  const harness = await openHarness((store) => ({
    ...store,
    commit: (set) => (isOfLog(set, 'update') ? Promise.reject(new Error('disk full')) : store.commit(set)),
  }))
  expect(wordsOf(await harness.ask('a key'))).toBe('Message 1 was sent.')
  expect(wordsOf(await harness.ask('a key'))).toBe('idempotency_in_progress')
  harness.clock.advance(30_000)
  expect(wordsOf(await harness.ask('a key'))).toMatch(/^The message may have been sent/)
  expect(harness.sent()).toBe(1)
})

test('a repeat while the message is being sent gets idempotency_in_progress', async () => {
  const harness = await openHarness()
  let arrive = () => {}
  const onItsWay = new Promise<void>((resolve) => {
    arrive = resolve
  })
  let begun = false
  const first = harness.ask('a key', {
    async send() {
      begun = true
      await onItsWay
      return { outcome: 'unknown', reply: { success: false, message: 'It may have been sent.' } }
    },
  })
  await expect.poll(() => begun).toBe(true)
  expect(wordsOf(await harness.ask('a key'))).toBe('idempotency_in_progress')
  arrive()
  expect(wordsOf(await first)).toBe('It may have been sent.')
  expect(wordsOf(await harness.ask('a key'))).toBe('It may have been sent.')
  expect(harness.sent()).toBe(0)
})

test('the effects of a message are written and published with its outcome, and only if it was sent', async () => {
  const sets: WriteSet[] = []
  const harness = await openHarness((store) => ({
    ...store,
    commit: (set) => {
      sets.push(set)
      return store.commit(set)
    },
  }))
  const event: NewEvent = {
    account_id: 'acct_test',
    type: 'v2.checkout_session.link_sent',
    object: { id: 'cs_one' },
  }
  const follow = async () => ({ writes: [], events: [event] })
  const refused = { outcome: 'failed', reply: { success: false, message: 'No.' } } as const
  await harness.ask(null, { follow, send: async () => refused })
  expect(sets.flatMap(({ events = [] }) => events)).toEqual([])
  await harness.ask(null, { follow })
  expect(sets.flatMap(({ events = [] }) => events)).toMatchObject([event])
  expect(isOfLog(sets.at(-1) ?? { writes: [] }, 'update')).toBe(true)
})

const isOfLog = ({ writes }: WriteSet, op: 'insert' | 'update'): boolean =>
  writes.some((write) => write.kind === 'message_log' && write.op === op)
