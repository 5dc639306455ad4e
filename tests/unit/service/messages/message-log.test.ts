import { expect, test } from 'vitest'
import { decideBeginMessage } from '../../../../src-service/messages/message-log.ts'
import { firstRow } from '../../../../src-service/store/row-writes.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'

const noon = Date.parse('2026-11-21T12:00:00.000Z')
const hourMs = 3_600_000
const subject = { accountId: 'acct_1', subjectId: 'cs_1', messageId: 'msg_next', subject: 'Session cs_1' }

/** Returns the decision about a message at `ms`, when others were sent at the given times; in ms after noon. */
function askedAt(ms: number, sentAt: readonly number[]) {
  const entries = sentAt.map((at, index) => ({ id: `msg_${index}`, at: noon + at, outcome: 'sent' as const }))
  const now = noon + ms
  const decided = decideBeginMessage(firstRow('acct_1', 'cs_1', { entries }, noon), subject, {
    ...{ now, verified: now, dated: createClock().dated, newId: createIdSource(() => now) },
  })
  return decided.ok ? 'sent' : decided.error
}

test('one message is sent after the wait that a refusal names; the next one when the second is an hour old', () => {
  const slow = [0, 700, 1_400, 2_100, 2_800]
  expect(askedAt(3_000, slow)).toMatchObject({ code: 'rate_limited', retryAfter: 3_597 })
  const after = 3_000 + 3_597_000
  expect(askedAt(after - 1, slow)).toMatchObject({ retryAfter: 1 })
  expect(askedAt(after, slow)).toBe('sent')
  expect(askedAt(after, [...slow, after])).toMatchObject({ code: 'rate_limited', retryAfter: 1 })
  expect(askedAt(hourMs + 2_800, slow)).toBe('sent')
})

test('the message of a refusal uses singular and plural correctly', () => {
  const sent = [0, 0, 0, 0, 0]
  expect(askedAt(hourMs - 1_000, sent)).toMatchObject({ message: expect.stringContaining('in 1 second.') })
  expect(askedAt(hourMs - 1_001, sent)).toMatchObject({ message: expect.stringContaining('in 2 seconds.') })
})
