import { afterAll, beforeAll, expect, test } from 'vitest'
import { guessCodes, leaveListsUnread, openHostileLinks, openStreams } from '../attack/support/attacks.ts'
import { tracesOf } from '../attack/support/card-traces.ts'
import { fillWithLargeIntents, openCode, openCounter } from '../attack/support/target.ts'
import { type RunningService, startService } from './support/running-service.ts'

/** The short part of `npm run attack`, which does the same in larger numbers and measures it. */
let service: RunningService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('a counter can sell while attackers guess codes, leave lists unread and send oversized frames', async () => {
  const target = { ...service, url: service.directUrl }
  const counter = await openCounter(target, 'VT-ATTACKED')
  await fillWithLargeIntents(target, 5)
  const right = await openCode(target, 'VT-PAIRING')
  const stopLinks = openHostileLinks(target, 2)
  const stopLists = await leaveListsUnread(target, 5)
  try {
    const guessing = guessCodes(target, { hsn: 'VT-PAIRING', right, count: 12 })
    for (let sale = 0; sale < 3; sale += 1) await counter.sell()
    // All at once: a guess takes two requests, and some are refused at the first one.
    const { 400: judged = 0, 429: stopped = 0 } = await guessing
    expect(judged).toBeGreaterThan(0)
    expect(judged).toBeLessThanOrEqual(5)
    expect(judged + stopped).toBe(12)
    const session = { hsn: 'VT-ATTACKED', sessionKey: counter.sessionKey }
    expect(await openStreams(target, { ...session, count: 105 })).toEqual({ 200: 100, 429: 5 })
  } finally {
    stopLinks()
    stopLists()
  }
  expect(tracesOf(service.dataDirectory, '4111111111111111')).toEqual([])
})
