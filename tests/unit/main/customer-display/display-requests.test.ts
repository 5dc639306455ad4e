import type { IpcMain } from 'electron'
import { expect, test } from 'vitest'
import { answerDisplay } from '../../../../src-main/customer-display/display-requests.ts'
import { displaySnapshotOf } from '../../../../src-shared/pos/customer-display/display-view.ts'
import { snapshots } from '../../../pictures/snapshots.ts'
import { quietLog } from '../support/service.ts'

const senderFrame = { url: 'app://display/index.html', origin: 'app://display', parent: null }
const snapshot = displaySnapshotOf(snapshots.ready, { tip: null, pictures: 0, receipt_url: null })

function channels() {
  const handlers = new Map<string, (event: unknown, ...given: unknown[]) => unknown>()
  const asked: unknown[] = []
  const note =
    <Reply>(name: string, reply: Reply) =>
    (...given: readonly unknown[]) => {
      asked.push([name, ...given])
      return reply
    }
  answerDisplay(
    {
      handle: (channel: string, handler: never) => void handlers.set(channel, handler),
    } as unknown as IpcMain,
    {
      snapshot: () => snapshot,
      chooseTip: note('tip', true),
      sign: note('sign', true),
      picture: note('picture', Promise.resolve('data:image/png;base64,AA==')),
    },
    quietLog,
  )
  return {
    handlers,
    asked,
    ask: (channel: string, ...given: unknown[]) => handlers.get(channel)?.({ senderFrame }, ...given),
  }
}

test('the display’s page has its own four channels, and no command of the counter', () => {
  const { handlers, ask } = channels()
  expect([...handlers.keys()]).toEqual([
    'display:get',
    'display:choose_tip',
    'display:sign',
    'display:picture',
  ])
  expect(ask('display:get')).toEqual(snapshot)
})

test('requests of the display are validated', () => {
  const { ask, asked } = channels()
  expect(ask('display:choose_tip', 'sale_1', 185)).toBe(true)
  expect(ask('display:choose_tip', 'sale_1', -1)).toBe(false)
  expect(ask('display:choose_tip', 'sale_1', 1.5)).toBe(false)
  expect(ask('display:choose_tip', { toString: () => 'sale_1' }, 185)).toBe(false)
  expect(ask('display:sign', 'sale_1', 'data:image/png;base64,AAAA')).toBe(true)
  expect(ask('display:sign', 'sale_1', 'data:text/html,<script>')).toBe(false)
  expect(ask('display:picture', '../../etc/passwd')).toBeNull()
  expect(asked).toEqual([
    ['tip', 'sale_1', 185],
    ['sign', 'sale_1', 'data:image/png;base64,AAAA'],
  ])
})

test.each([
  { ...senderFrame, origin: 'app://pos', url: 'app://pos/index.html' },
  { ...senderFrame, origin: 'app://terminal', url: 'app://terminal/index.html' },
  { ...senderFrame, url: 'app://display.evil/' },
  { ...senderFrame, parent: {} },
  null,
])('another page gets nothing from the display’s channels: %j', (frame) => {
  const { handlers, asked } = channels()
  for (const handler of handlers.values()) {
    expect([false, null]).toContain(handler({ senderFrame: frame }, 'sale_1', 100))
  }
  expect(asked).toEqual([])
})
