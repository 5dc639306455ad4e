import { describe, expect, test } from 'vitest'
import { silentLog } from '../../../../src-service/log.ts'
import {
  createTerminalEvents,
  keptEvents,
  type TerminalNews,
} from '../../../../src-service/terminals/terminal-events.ts'

const link = (hsn: string, connected = true): TerminalNews => ({
  type: 'link',
  hsn,
  connected,
  at: '2026-01-31T12:00:00.000Z',
})

describe('what was published of a terminal', () => {
  test('what was published of a terminal can be had again after an id, in order, without that of other terminals', () => {
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

  test('what was published of a terminal is kept up to a limit; who lags behind further is not given the rest as all', () => {
    const events = createTerminalEvents(silentLog)
    const start = events.latestId()
    events.publish(link('VT-1'))
    const first = events.latestId()
    for (let count = 0; count < keptEvents; count += 1) events.publish(link('VT-1'))
    expect(events.after('VT-1', start)).toBeNull()
    expect(events.after('VT-1', first)).toHaveLength(keptEvents)
  })

  test.each(['', 'nonsense', '-', 'abc-1', '000000000000-1'])(
    'what was published of a terminal is not found by the id %j',
    (id) => {
      const events = createTerminalEvents(silentLog)
      events.publish(link('VT-1'))
      expect(events.after('VT-1', id)).toBeNull()
    },
  )

  test('what was published of a terminal is not found by an id that was not given out yet', () => {
    const events = createTerminalEvents(silentLog)
    expect(events.after('VT-1', events.latestId().replace(/-0$/, '-1'))).toBeNull()
  })
})
