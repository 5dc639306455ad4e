import { describe, expect, test } from 'vitest'
import {
  createTerminalEvents,
  keptEvents,
  keptInAll,
  type TerminalNews,
} from '../../../../src-service/terminals/terminal-events.ts'
import { silentLog } from '../../../support/silent-log.ts'

const link = (hsn: string, connected = true): TerminalNews => ({
  type: 'link',
  hsn,
  connected,
  at: '2026-01-31T12:00:00.000Z',
})

describe('the published events of a terminal', () => {
  test("the published events of a terminal can be read again after an id, in order, without other terminals' events", () => {
    const events = createTerminalEvents(silentLog)
    events.publish(link('VT-1'))
    const from = events.latestId()
    events.publish(link('VT-2'))
    events.publish(link('VT-1', false))
    events.publish(link('VT-1'))
    const missed = events.after('VT-1', from) ?? []
    expect(missed.map(({ news }) => news)).toEqual([link('VT-1', false), link('VT-1')])
    expect(events.after('VT-1', missed.at(-1)?.id ?? '')).toEqual([])
  })

  test('the published events of a terminal are kept up to a limit; an older id gets null instead of a part', () => {
    const events = createTerminalEvents(silentLog)
    const start = events.latestId()
    events.publish(link('VT-1'))
    const first = events.latestId()
    for (let count = 0; count < keptEvents; count += 1) events.publish(link('VT-1'))
    expect(events.after('VT-1', start)).toBeNull()
    expect(events.after('VT-1', first)).toHaveLength(keptEvents)
  })

  test('a node with many terminals keeps the events of those that were used last', () => {
    const events = createTerminalEvents(silentLog)
    const publish = (hsn: string, times: number) => {
      for (let count = 0; count < times; count += 1) events.publish(link(hsn))
    }
    publish('VT-IDLE', 1)
    const early = events.latestId()
    publish('VT-IDLE', 1)
    for (let terminal = 0; terminal < keptInAll / keptEvents - 1; terminal += 1) {
      publish(`VT-${terminal}`, keptEvents)
    }
    expect(events.after('VT-IDLE', early)).toHaveLength(1)
    publish('VT-NEW', keptEvents)
    // Incomplete: the event of VT-IDLE is dropped, and so may be those of a terminal that is not known here any more.
    expect(events.after('VT-IDLE', early)).toBeNull()
    expect(events.after('VT-UNKNOWN', early)).toBeNull()
    expect(events.after('VT-1', early)).toHaveLength(keptEvents)
    const late = events.latestId()
    expect(events.after('VT-IDLE', late)).toEqual([])
    publish('VT-IDLE', 1)
    expect(events.after('VT-IDLE', early)).toBeNull()
    expect(events.after('VT-IDLE', late)).toHaveLength(1)
  })

  test.each(['', 'nonsense', '-', 'abc-1', '000000000000-1'])(
    'the published events of a terminal are not found by the id %j',
    (id) => {
      const events = createTerminalEvents(silentLog)
      events.publish(link('VT-1'))
      expect(events.after('VT-1', id)).toBeNull()
    },
  )

  test('the published events of a terminal are not found by an id that was not issued yet', () => {
    const events = createTerminalEvents(silentLog)
    expect(events.after('VT-1', events.latestId().replace(/-0$/, '-1'))).toBeNull()
  })
})
